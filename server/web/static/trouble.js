// What is told when the server takes something not, or doesn't answer: what was typed stays where it is.

/** A sentence of the page's language. */
export function word(name) {
  return document.querySelector("#words").content.querySelector(`[data-word="${name}"]`).textContent;
}

/** What is to be told instead of showing an answer; null where the answer is a page to show. */
export function troubleOf(response, sent, method) {
  if (response.headers.get("Palimpsest-Problem") === "session") return word("ended");
  const problem = sent.querySelector("[data-problem]");
  if (problem && method !== "GET") return [...problem.querySelectorAll("h1, .reason")].map((one) => one.textContent).join(": ");
  return sent.querySelector("main") && sent.querySelector("header.top") ? null : word("failed");
}

/** Tell it above the page. */
export function showTrouble(text) {
  const notice = document.querySelector("#trouble").content.cloneNode(true);
  notice.querySelector("[data-text]").textContent = text;
  document.querySelector("#notices").replaceChildren(notice);
}
