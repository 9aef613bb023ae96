// What is told when the server takes something not, or doesn't answer: what was typed stays where it is.

/** A sentence of the page's language. */
export function word(name) {
  return document.querySelector("#words").content.querySelector(`[data-word="${name}"]`).textContent;
}

/** What is to be told instead of showing an answer; null where the answer is a page to show. */
export function troubleOf(response, sent, isWhole) {
  if (response.headers.get("Palimpsest-Problem") === "session") return word("ended");
  if (sent.querySelector("#enter")) return sent.querySelector("main .problem")?.textContent ?? word("ended");
  const problem = sent.querySelector("[data-problem]");
  if (problem && !isWhole) return [...problem.querySelectorAll("h1, .reason")].map((one) => one.textContent).join(": ");
  return sent.querySelector("main") && sent.querySelector("header.top") ? null : word("failed");
}

/** Tell it above the page, beside what may still be undone; the same thing isn't told twice. */
export function showTrouble(text, kind = "answer") {
  const told = document.querySelector("#notices [data-trouble]");
  if (told?.querySelector("[data-text]").textContent === text) return;
  told?.remove();
  const notice = document.querySelector("#trouble").content.cloneNode(true);
  notice.querySelector("[data-text]").textContent = text;
  notice.querySelector(".notice").dataset.trouble = kind;
  document.querySelector("#notices").prepend(notice);
}

/** It is over. */
export function endTrouble(kind) {
  const told = document.querySelector(`#notices [data-trouble${kind ? `="${kind}"` : ""}]`);
  told?.remove();
}
