// A view begins: it meets its host, and is told what its tool was asked and what it answered.
function start({ onInput = () => {}, onResult, draw }) {
  speak();
  const wait = (text) => redraw([make("p", { class: "note" }, text)]);
  if (window.parent === window) return wait(say("alone"));
  wait(say("waiting"));
  heard.set("ui/notifications/tool-input", ({ arguments: given }) => onInput(given ?? {}));
  heard.set("ui/notifications/tool-result", (result) => {
    try {
      onResult(contentOf(result));
    } catch (error) {
      wait(shownPlain(error.message));
    }
  });
  heard.set("ui/notifications/tool-cancelled", () => wait(say("cancelled")));
  heard.set("ui/notifications/host-context-changed", (context) => {
    const before = locale;
    adopt(context);
    if (locale !== before) draw();
  });
  connect().catch((error) => wait(shownPlain(error.message)));
}
