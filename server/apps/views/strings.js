// What the views say, in each of their languages; the host says which its user reads.
const STRINGS = {
  en: {
    waiting: "Waiting for the memory …",
    alone: "This is shown by a chat client that has apps; nothing answers here.",
    cancelled: "The call was cancelled.",
    silent: "The client didn't answer. Read again to see what holds.",
    noTools: "This client lets no view act. Tell your agent what you decide.",
    refresh: "Read again",
    more: "Show more",
    back: "Back",
    sure: "{sure} sure",
    supported: "last supported {age}",
    veracity: {
      stated: "stated by a human",
      inferred: "concluded by an agent",
      imported: "imported",
      tool: "from a tool",
    },

    contradictions: "Contradictions",
    needYou: { one: "One needs you.", other: "{n} need you." },
    noneOpen: "None is open.",
    nothing: "Nothing contradicts.",
    open: "open",
    old: "The old, {id}",
    new: "The new, {id}",
    differs: "What differs: {evidence}",
    keepOld: "Keep the old",
    keepNew: "Keep the new",
    keepBoth: "Keep both",
    willKeepOne: "{kept} will stand on your word. {lost} goes beneath it, where it can still be read.",
    willKeepBoth: "Both will hold, and this pair isn't taken up again.",
    neverTrue: "{lost} never was true",
    settle: "Settle it",
    settling: "Settling …",
    settled: "{id} is settled.",
    wasOld: "the old was kept",
    wasNew: "the new was kept",
    wasBoth: "both were kept",
    question: "As your agent was told",
    history: "The whole of it, with its history",
    rules: {
      stated: "a human's word outranks an agent's",
      fresher: "it is newer and was seen at least twice",
      self_correction: "its agent corrected itself",
      stronger: "it was clearly surer",
      weaker: "the old was surer by far",
      undecided: "No rule decides this one.",
      asked: "It is left to you.",
      caller: "its agent said that it replaces the old",
      user: "as a user decided",
      moot: "the other went out of use",
    },

    review: "Review",
    noReview: "Nobody has reviewed this memory yet.",
    drawFirst: "Draw a sample of facts",
    drawNext: "Draw another sample",
    progress: "{marked} of {sampled} marked",
    position: "Fact {n} of {sampled}",
    noPrecision: "Precision: unknown until the first mark.",
    precision: "Precision: {share}.",
    interval: "Of all {population} active facts, between {low} and {high} are correct, with 95% certainty.",
    whole: "All active facts of that time were marked.",
    harmful: "Below 90%: such a memory does more harm than good.",
    good: "At or above 90%.",
    unsure: "Not sure yet: about {needed} marks would make it so.",
    unsureForever: "Not sure, and more marks wouldn't change that.",
    scale: "Precision from 0% to 100%, with the line at 90%",
    proposed: "These thresholds would have kept the bad ones out; `palimpsest review apply` sets them:",
    threshold: "{name}: {proposed} (now {now})",
    marks: { correct: "Correct", wrong: "Wrong", outdated: "Outdated" },
    means: {
      correct: "it is true now",
      wrong: "it never was true",
      outdated: "it was true once",
    },
    skip: "Skip",
    before: "Back",
    takeBack: "Take the mark back",
    sources: { one: "Rests on one observation", other: "Rests on {n} observations" },
    noSources: "Rests on no observation.",
    moreSources: "and {n} more",
    lapsed: "no longer active",
    at: "at {revision}",
    done: "Every fact is marked.",
    lookAgain: "Look at the marks",
    marked: "{id}: {mark}.",
    unmarked: "{id}: no mark.",
    keys: "Keys: c correct, w wrong, o outdated, s skip, b back.",
    stands: {
      active: "active",
      stale: "stale",
      contested: "contested",
      superseded: "superseded",
      retired: "retired",
      "not valid now": "not valid now",
    },
  },
  nl: {
    waiting: "Wachten op het geheugen …",
    alone: "Dit wordt getoond door een chatprogramma dat apps kent; hier antwoordt niets.",
    cancelled: "De aanroep is geannuleerd.",
    silent: "Het programma antwoordde niet. Lees opnieuw om te zien wat geldt.",
    noTools: "Dit programma laat een weergave niets doen. Zeg je agent wat je besluit.",
    refresh: "Opnieuw lezen",
    more: "Meer tonen",
    back: "Terug",
    sure: "{sure} zeker",
    supported: "laatst bevestigd: {age}",
    veracity: {
      stated: "door een mens gezegd",
      inferred: "door een agent afgeleid",
      imported: "geïmporteerd",
      tool: "van een hulpprogramma",
    },

    contradictions: "Tegenspraken",
    needYou: { one: "Eén heeft je nodig.", other: "{n} hebben je nodig." },
    noneOpen: "Er staat er geen open.",
    nothing: "Niets spreekt elkaar tegen.",
    open: "open",
    old: "Het oude, {id}",
    new: "Het nieuwe, {id}",
    differs: "Wat verschilt: {evidence}",
    keepOld: "Houd het oude",
    keepNew: "Houd het nieuwe",
    keepBoth: "Houd beide",
    willKeepOne: "{kept} geldt dan op jouw woord. {lost} komt eronder te staan en blijft leesbaar.",
    willKeepBoth: "Beide gelden dan, en dit paar komt niet meer terug.",
    neverTrue: "{lost} is nooit waar geweest",
    settle: "Beslis zo",
    settling: "Bezig …",
    settled: "{id} is beslist.",
    wasOld: "het oude is gehouden",
    wasNew: "het nieuwe is gehouden",
    wasBoth: "beide zijn gehouden",
    question: "Zoals je agent het te lezen kreeg",
    history: "Het geheel, met zijn geschiedenis",
    rules: {
      stated: "het woord van een mens gaat voor dat van een agent",
      fresher: "het is nieuwer en minstens twee keer gezien",
      self_correction: "de agent heeft zichzelf verbeterd",
      stronger: "het was duidelijk zekerder",
      weaker: "het oude was veel zekerder",
      undecided: "Geen regel beslist hierover.",
      asked: "Het is aan jou overgelaten.",
      caller: "de agent zei dat het het oude vervangt",
      user: "zoals een gebruiker besliste",
      moot: "het andere is niet meer in gebruik",
    },

    review: "Keuring",
    noReview: "Niemand heeft dit geheugen nog gekeurd.",
    drawFirst: "Trek een steekproef van feiten",
    drawNext: "Trek een nieuwe steekproef",
    progress: "{marked} van {sampled} beoordeeld",
    position: "Feit {n} van {sampled}",
    noPrecision: "Precisie: onbekend tot het eerste oordeel.",
    precision: "Precisie: {share}.",
    interval: "Van alle {population} actieve feiten klopt tussen {low} en {high}, met 95% zekerheid.",
    whole: "Alle actieve feiten van dat moment zijn beoordeeld.",
    harmful: "Onder 90%: zo'n geheugen doet meer kwaad dan goed.",
    good: "90% of meer.",
    unsure: "Nog niet zeker: na ongeveer {needed} oordelen wel.",
    unsureForever: "Niet zeker, en meer oordelen veranderen dat niet.",
    scale: "Precisie van 0% tot 100%, met de grens bij 90%",
    proposed: "Deze drempels hadden de slechte buiten gehouden; `palimpsest review apply` stelt ze in:",
    threshold: "{name}: {proposed} (nu {now})",
    marks: { correct: "Juist", wrong: "Onjuist", outdated: "Achterhaald" },
    means: {
      correct: "het is nu waar",
      wrong: "het is nooit waar geweest",
      outdated: "het was ooit waar",
    },
    skip: "Overslaan",
    before: "Terug",
    takeBack: "Neem het oordeel terug",
    sources: { one: "Berust op één waarneming", other: "Berust op {n} waarnemingen" },
    noSources: "Berust op geen waarneming.",
    moreSources: "en nog {n}",
    lapsed: "niet meer actief",
    at: "op {revision}",
    done: "Elk feit is beoordeeld.",
    lookAgain: "Bekijk de oordelen",
    marked: "{id}: {mark}.",
    unmarked: "{id}: geen oordeel.",
    keys: "Toetsen: c juist, w onjuist, o achterhaald, s overslaan, b terug.",
    stands: {
      active: "actief",
      stale: "verouderd",
      contested: "betwist",
      superseded: "vervangen",
      retired: "teruggetrokken",
      "not valid now": "nu niet geldig",
    },
  },
};

let locale = "en";
let language = "en";

function speak(wanted) {
  const asked = String(wanted || navigator.language || "en");
  const known = asked.toLowerCase().split("-")[0];
  language = Object.hasOwn(STRINGS, known) ? known : "en";
  try {
    locale = language === known ? Intl.getCanonicalLocales(asked)[0] : language;
  } catch {
    locale = language;
  }
  document.documentElement.lang = language;
}

// A sentence, with its values set in as the text that they are.
function say(key, values = {}) {
  const entry = STRINGS[language][key];
  const sentence = typeof entry === "string" ? entry : values.n === 1 ? entry.one : entry.other;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

// A word of one of the memory's own lists, or as it came where the list has grown since.
function word(list, name) {
  const words = STRINGS[language][list];
  return Object.hasOwn(words, name) ? words[name] : shownPlain(name);
}

const percent = (share) => new Intl.NumberFormat(locale, { style: "percent" }).format(share);
const number = (value) => new Intl.NumberFormat(locale).format(value);

function ago(days) {
  const [count, unit] = days < 60 ? [days, "day"] : days < 730 ? [days / 30.44, "month"] : [days / 365.25, "year"];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.floor(count), unit);
}

const day = (moment) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(moment));
