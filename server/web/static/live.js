// What others change appears without a reload: the server says that something changed, the page asks for its parts anew.
// Only a page that is looked at listens: a browser has few connections to one server.
import { refresh } from "./navigate.js";
import { endTrouble, showTrouble, word } from "./trouble.js";

const PAUSE_MS = 300;
const AT_MOST_EVERY_MS = 1000;
const PATIENCE_MS = 2000;
const AGAIN_MS = 3000;

let source = null;
let waiting = 0;
let last = 0;
let silence = 0;
let again = 0;

function later() {
  if (!waiting) waiting = setTimeout(show, Math.max(PAUSE_MS, last + AT_MOST_EVERY_MS - Date.now()));
}

async function show() {
  waiting = 0;
  if (document.hidden) return;
  last = Date.now();
  if (document.querySelector("form[data-sending]") || !(await refresh())) later();
}

function listen() {
  if (document.hidden || source) return;
  clearTimeout(again);
  source = new EventSource(`${document.body.dataset.base}/events`);
  source.addEventListener("open", heard);
  source.addEventListener("error", lost);
  source.addEventListener("change", later);
  source.addEventListener("enough", hush);
  source.addEventListener("ended", () => {
    hush();
    showTrouble(word("ended"));
  });
}

function hush() {
  source?.close();
  source = null;
  clearTimeout(silence);
  silence = 0;
}

function heard() {
  if (silence) later(); // what happened meanwhile, nobody told
  clearTimeout(silence);
  silence = 0;
  endTrouble("silence");
}

/** The browser tries again by itself, but not where it was answered with an error. */
function lost() {
  silence ||= setTimeout(() => showTrouble(word("offline"), "silence"), PATIENCE_MS);
  if (source.readyState !== EventSource.CLOSED) return;
  source = null;
  clearTimeout(again);
  again = setTimeout(listen, AGAIN_MS);
}

export function startLive() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return hush();
    listen();
    later();
  });
  listen();
}
