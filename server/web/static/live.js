// What others change appears without a reload: the server says that something changed, the page asks for its parts anew.
import { refresh } from "./navigate.js";
import { showTrouble, word } from "./trouble.js";

const PAUSE_MS = 300;
const AT_MOST_EVERY_MS = 1000;

let waiting = 0;
let last = 0;

function later() {
  if (waiting) return;
  const wait = Math.max(PAUSE_MS, last + AT_MOST_EVERY_MS - Date.now());
  waiting = setTimeout(async () => {
    waiting = 0;
    if (document.hidden || document.querySelector("form[data-sending]")) return void document.addEventListener("visibilitychange", later, { once: true });
    last = Date.now();
    await refresh();
  }, wait);
}

export function startLive() {
  const source = new EventSource(`${document.body.dataset.base}/events`);
  source.addEventListener("change", later);
  source.addEventListener("ended", () => {
    source.close();
    showTrouble(word("ended"));
  });
}
