// Forms without loading the page anew: filters answer as they are typed into, and what is sent is never lost.
import { rowAtHand } from "./focus.js";
import { visit } from "./navigate.js";

const PAUSE_MS = 150;

function withoutEmpty(data) {
  return new URLSearchParams([...data].filter(([, value]) => value !== ""));
}

function addressOf(form, submitter) {
  const url = new URL(form.action);
  url.search = withoutEmpty(new FormData(form, submitter)).toString();
  return url.href;
}

/** The key of the session at hand: a form may have been made for one that has ended. */
async function renewKey() {
  const answer = await fetch(`${document.body.dataset.base}/key`);
  const sent = new DOMParser().parseFromString(await answer.text(), "text/html");
  const key = sent.querySelector("input[name=csrf]")?.value;
  if (!answer.ok || !key) return undefined;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = key;
  return key;
}

async function send(form, submitter) {
  // As they are now: a row and its button may be replaced, by what others changed, before the key is here.
  const action = submitter?.getAttribute("formaction") ? submitter.formAction : form.action;
  const body = new URLSearchParams([...new FormData(form, submitter)]);
  const fields = [...form.querySelectorAll("button, input[type=submit]")];
  for (const one of fields) one.ariaDisabled = "true";
  form.dataset.sending = "yes";
  try {
    const key = await renewKey().catch(() => undefined);
    if (key) body.set("csrf", key);
    await visit(action, { method: "POST", body });
  } finally {
    delete form.dataset.sending;
    for (const one of fields) one.ariaDisabled = null;
  }
}

export function startForms() {
  let pause = 0;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("data-plain") || form.method === "dialog" || event.defaultPrevented) return;
    event.preventDefault();
    if (form.method === "get") {
      clearTimeout(pause);
      visit(addressOf(form, event.submitter), { parts: form.hasAttribute("data-live") });
    } else if (!form.dataset.sending) send(form, event.submitter);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form) return;
    if (form.method === "post" && !event.target.matches("[type=checkbox]")) form.dataset.dirty = "yes";
    if (!form.hasAttribute("data-live")) return;
    clearTimeout(pause);
    pause = setTimeout(() => visit(addressOf(form), { history: "replace", parts: true }), PAUSE_MS);
  });
  document.addEventListener("click", (event) => {
    const closing = event.target.closest?.("[data-dismiss]");
    if (closing) dismiss(closing.closest(".notice"));
  });
  document.addEventListener("change", (event) => {
    const all = event.target;
    if (!all.matches?.("[data-select-all]")) return countSelected();
    for (const box of document.querySelectorAll("[data-select]")) box.checked = all.checked;
    countSelected();
  });
  document.addEventListener("page:shown", countSelected);
  countSelected();
}

function dismiss(notice) {
  const hadFocus = notice.contains(document.activeElement);
  notice.remove();
  if (hadFocus) (rowAtHand() ?? document.querySelector("main")).focus({ preventScroll: true });
}

/** How many rows are selected, where the page says that it wants to know. */
function countSelected() {
  const number = document.querySelectorAll("[data-select]:checked").length;
  for (const bar of document.querySelectorAll("[data-selection]")) bar.hidden = number === 0;
  for (const place of document.querySelectorAll("[data-selected]")) place.textContent = String(number);
}
