// The page without a build step: every address is a whole page of the server's; this fetches the next one, puts its
// parts in place of those at hand, and adds keys and live changes. Without it every link and form still works.
import { startAsides } from "./asides.js";
import { startForms } from "./forms.js";
import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { startNavigation } from "./navigate.js";

const MODULES = { fact_edit: "./fact_edit.js", graph: "./graph.js" };

/** Scripts that one tab alone needs, when its content says so: data-module="graph". */
async function startModules() {
  for (const element of document.querySelectorAll("[data-module]")) {
    const path = MODULES[element.dataset.module];
    if (path && !element.dataset.started) {
      element.dataset.started = "yes";
      const module = await import(path);
      module.start(element);
    }
  }
}

document.addEventListener("page:shown", startModules);
startNavigation();
startForms();
startKeys();
startAsides();
startLive();
startModules();
