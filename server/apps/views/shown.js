// Stored text as it is: always text, and what can't be seen, or turns text around, written out as ⟨U+202E⟩.
// The same characters as on the page (server/web/visible.py); a test holds them together.
const ODD = new RegExp(
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e" +
    "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff9-\\ufffc\\ue000-\\uf8ff" +
    "\\u{e0000}-\\u{e0fff}]" +
    "|(?<!\\p{L})[\\u200c\\u200d](?!\\p{L})(?<![\\ufe0f\\u{1f300}-\\u{1faff}][\\u200c\\u200d])",
  "gu",
);

const writtenOut = (char) => `⟨U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

function shownPlain(text) {
  return String(text).replace(ODD, writtenOut);
}

// The nodes of a text.
function shown(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(ODD)) {
    nodes.push(document.createTextNode(text.slice(end, found.index)), make("span", { class: "odd" }, writtenOut(found[0])));
    end = found.index + found[0].length;
  }
  return [...nodes, document.createTextNode(text.slice(end))];
}

// An element of its own for a text, so that its direction is nobody else's.
const stored = (text) => make("bdi", {}, ...shown(String(text)));
