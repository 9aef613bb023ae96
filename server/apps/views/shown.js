// Stored text as it is: always text, and what can't be seen, or turns text around, written out as ⟨U+202E⟩.
// The same characters as on the page, with the same reasons (server/web/visible.py); a test holds them together.
const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}";
const SEEN = "\\t\\n\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}";
const BLANK = "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0";
const SELECTORS = "\\u180b-\\u180f\\ufe00-\\ufe0e\\u{e0100}-\\u{e01ef}";
const JOINING =
  "\\u0600-\\u08ff\\u0900-\\u109f\\u1780-\\u18af\\ufb50-\\ufdff\\ufe0f\\ufe70-\\ufefe\\u2190-\\u2bff\\u{1f000}-\\u{1faff}";
const JOINERS = "\\u200c\\u200d";
const ODD = new RegExp(
  `(?<![${JOINING}])[${JOINERS}]|(?![${SEEN}${JOINERS}])[${UNSEEN}${BLANK}${SELECTORS}]`,
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
