// Going from page to page, and putting what the server sends in place of what is shown.
import { focusFirst, goToRow, placeOfFocus, restoreFocus, rowAtHand } from "./focus.js";
import { endTrouble, showTrouble, troubleOf, word } from "./trouble.js";

const base = document.body.dataset.base;
let running = null;

/** Whether an address is a page of this workspace. */
export function isOwn(url) {
  return url.origin === location.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
}

/**
 * Ask for a page and show it. `push`: a new entry in the history, `replace`: the one at hand, neither: none.
 * With `parts` only elements with data-part are replaced, where both pages have one of that name.
 */
export async function visit(address, { method = "GET", body, history: entry = "push", parts = false, row } = {}) {
  running?.abort();
  const asking = new AbortController();
  if (method === "GET") running = asking;
  let response;
  try {
    response = await fetch(address, { method, body, signal: asking.signal, headers: parts ? { "Palimpsest-Part": "1" } : {} });
    const text = await response.text();
    const sent = new DOMParser().parseFromString(text, "text/html");
    const trouble = troubleOf(response, sent, method === "GET" && !parts);
    if (trouble) return showTrouble(trouble);
    endTrouble();
    record(response.url, entry, method);
    if (parts) replaceParts(sent);
    else await replacePage(sent, method === "GET" && entry === "push", row);
  } catch (error) {
    if (error.name === "AbortError") return;
    showTrouble(word("offline"));
  } finally {
    if (running === asking) running = null;
  }
}

/** Show the page at hand as it is now, but for what somebody is typing into; false while another is on its way. */
export async function refresh() {
  if (running) return false;
  await visit(location.href, { history: "none", parts: true });
  return true;
}

function record(address, entry, method) {
  const url = new URL(address);
  url.searchParams.delete("told");
  if (entry === "push" && (method === "GET" || url.href !== location.href)) {
    history.replaceState({ row: rowAtHand()?.id }, "");
    history.pushState(null, "", url);
  } else if (entry !== "none") history.replaceState(history.state, "", url);
}

async function replacePage(sent, isNew, row) {
  const focused = placeOfFocus();
  await takeStyles(sent);
  document.title = sent.title;
  document.documentElement.lang = sent.documentElement.lang;
  document.body.dataset.tab = sent.body.dataset.tab;
  document.querySelector("header.top").replaceWith(sent.querySelector("header.top"));
  document.querySelector("#notices").replaceChildren(...sent.querySelector("#notices").childNodes);
  document.querySelector("#keys").replaceWith(sent.querySelector("#keys"));
  document.querySelector("main").replaceWith(sent.querySelector("main"));
  if (isNew) scrollTo(0, 0);
  if (!goToRow(row) && (isNew || !restoreFocus(focused))) focusFirst();
  document.dispatchEvent(new Event("page:shown"));
}

async function takeStyles(sent) {
  const known = new Set([...document.querySelectorAll("link[rel=stylesheet]")].map((one) => one.href));
  const missing = [...sent.querySelectorAll("link[rel=stylesheet]")].filter((one) => !known.has(one.href));
  await Promise.all(
    missing.map(
      (one) =>
        new Promise((resolve) => {
          const link = document.importNode(one);
          link.onload = link.onerror = resolve;
          document.head.append(link);
        }),
    ),
  );
}

function replaceParts(sent) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const now = sent.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`);
    if (!now || part.outerHTML === now.outerHTML) continue;
    if (isBeingWritten(part)) offer(part);
    else replacePart(part, now);
  }
  document.dispatchEvent(new Event("page:shown"));
}

function replacePart(part, now) {
  const focused = part.contains(document.activeElement) ? placeOfFocus() : null;
  const checked = new Set([...part.querySelectorAll("input[type=checkbox]:checked")].map((one) => one.value));
  const open = [...part.querySelectorAll("details[open][id]")].map((one) => one.id);
  const at = part.querySelector("[data-row].at")?.id;
  part.replaceWith(now);
  for (const box of now.querySelectorAll("input[type=checkbox]")) if (checked.has(box.value)) box.checked = true;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (at) document.getElementById(at)?.classList.add("at");
  if (focused) restoreFocus(focused);
  now.dispatchEvent(new Event("change", { bubbles: true }));
}

function isBeingWritten(part) {
  return part.querySelector("form[data-dirty]") !== null || part.closest("form[data-dirty]") !== null;
}

/** What changed under somebody's hands is not taken from them: they are told, and choose. */
function offer(part) {
  if (part.querySelector(".changed")) return;
  const bar = document.createElement("div");
  bar.className = "changed";
  bar.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word("reload");
  button.onclick = () => visit(location.href, { history: "none" });
  bar.append(word("changed"), button);
  part.prepend(bar);
}

function isPlainClick(event) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

/** Follow links of the page without loading it anew. */
export function startNavigation() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.hasAttribute("data-plain") || !isPlainClick(event)) return;
    const url = new URL(link.href);
    if (!isOwn(url) || (url.hash && url.pathname === location.pathname && url.search === location.search)) return;
    event.preventDefault();
    visit(url.href);
  });
  addEventListener("popstate", (event) => visit(location.href, { history: "none", row: event.state?.row }));
  const url = new URL(location.href);
  if (url.searchParams.has("told")) {
    url.searchParams.delete("told");
    history.replaceState(null, "", url);
  }
}
