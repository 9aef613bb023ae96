// The host's dialect: JSON-RPC over postMessage, as of 2026-01-26.
const ANSWER_SECONDS = 120; // the host may ask its user first
const waiting = new Map();
const heard = new Map();
const host = { capabilities: {}, context: {} };
let asked = 0;

function post(message) {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*"); // a sandboxed document can't know its host's origin
}

function ask(method, params) {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(reject, new Error(say("silent"))), ANSWER_SECONDS * 1000);
    const settle = (end, value) => {
      clearTimeout(timer);
      waiting.delete(id);
      end(value);
    };
    waiting.set(id, (answer) =>
      answer.error ? settle(reject, new Error(answer.error.message || say("silent"))) : settle(resolve, answer.result),
    );
    post({ id, method, params });
  });
}

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== "2.0") return;
  if (typeof data.method !== "string") waiting.get(data.id)?.(data);
  else if (data.id === undefined) heard.get(data.method)?.(data.params ?? {});
  else if (["ping", "ui/resource-teardown"].includes(data.method)) post({ id: data.id, result: {} });
  else post({ id: data.id, error: { code: -32601, message: "This view answers nothing of that name." } });
});

async function connect() {
  const answer = await ask("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "palimpsest", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  });
  host.capabilities = answer.hostCapabilities ?? {};
  adopt(answer.hostContext ?? {});
  post({ method: "ui/notifications/initialized", params: {} });
  watchSize();
}

// Takes over what the host says of itself: its language, light or dark, its letters for what isn't remembered text.
function adopt(context) {
  Object.assign(host.context, context);
  speak(host.context.locale);
  const { style } = document.documentElement;
  if (["light", "dark"].includes(host.context.theme)) style.colorScheme = host.context.theme;
  const variables = host.context.styles?.variables ?? {};
  for (const name of ["--font-sans", "--font-mono", "--border-radius-md"]) {
    if (variables[name]) style.setProperty(name, variables[name]);
  }
}

const mayAct = () => Boolean(host.capabilities.serverTools);
const mayRead = () => Boolean(host.capabilities.serverResources);

// What a tool answers; an Error with its words where it refuses.
async function callTool(name, given = {}) {
  return contentOf(await ask("tools/call", { name, arguments: given }));
}

async function readText(uri) {
  return (await ask("resources/read", { uri })).contents.map(({ text }) => text).join("\n");
}

function contentOf(result) {
  const text = (result?.content ?? []).map((part) => part.text ?? "").join("\n");
  if (result?.isError) throw new Error(text);
  return result?.structuredContent ?? JSON.parse(text);
}

// Lets the model know what its user did here; in its own words, never in those of a stored text.
function tellModel(text) {
  if (!host.capabilities.updateModelContext) return;
  ask("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});
}

function watchSize() {
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== told) post({ method: "ui/notifications/size-changed", params: { height } });
    told = height;
  }).observe(document.body);
}
