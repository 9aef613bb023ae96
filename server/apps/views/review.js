// The review: a random sample of facts, one card at a time, and what the marks say of the whole memory.
const MARKS = ["correct", "wrong", "outdated"];
const KEYS = { c: "correct", w: "wrong", o: "outdated", s: "skip", b: "before" };
const desk = { shown: null, at: 0, told: "", isBusy: false, looksAgain: false };

function drawReview(focus) {
  const { shown: review } = desk;
  if (!review) return;
  const card = currentCard();
  redraw(
    [
      make("header", {}, make("h1", {}, say("review")), progress(review)),
      desk.told && make("p", { class: "refusal", role: "alert" }, shownPlain(desk.told)),
      card && factCard(card),
      !card && report(review),
      !card && drawing(review),
    ],
    focus,
  );
}

// The card to be judged; none when all are, unless the user looks through them again.
function currentCard() {
  const facts = desk.shown.sample?.facts ?? [];
  if (!facts.length || (!desk.looksAgain && !facts.some(({ mark }) => !mark)) || !isOpen()) return null;
  return facts[desk.at % facts.length];
}

const isOpen = () => !desk.shown.sample.review.closed;

function progress({ sample }) {
  if (!sample) return make("p", {}, say("noReview"));
  const { marked, sampled } = sample.review;
  return make("p", {}, say("progress", { marked: number(marked), sampled: number(sampled) }));
}

function factCard(fact) {
  const { facts } = desk.shown.sample;
  return make("article", { class: "card", "aria-labelledby": "card" },
    make("h2", { id: "card", tabindex: "-1", "data-key": "card" },
      make("span", { class: "id" }, fact.id), " ", stored(fact.topic), " ",
      make("span", { class: "meta" }, stored(fact.domain), " · ",
        say("position", { n: number((desk.at % facts.length) + 1), sampled: number(facts.length) }))),
    make("blockquote", { class: "fact", dir: "auto", sure: fact.confidence }, stored(fact.content)),
    line(stored(fact.agent), day(fact.created), word("veracity", fact.veracity),
      say("sure", { sure: percent(fact.confidence) }), standing(fact.stands)),
    sources(fact),
    make("div", { class: "acts", role: "group", "aria-label": fact.id },
      MARKS.map((mark) => button(mark, word("marks", mark), () => markCard(mark), {
        "aria-pressed": fact.mark === mark, title: word("means", mark), class: "main",
      })),
      button("skip", say("skip"), () => step(1), { class: "quiet" }),
      button("before", say("before"), () => step(-1), { class: "quiet" }),
      fact.mark && button("none", say("takeBack"), () => markCard("none"), { class: "quiet" })),
    make("p", { class: "meta" }, say("keys")));
}

function standing(stands) {
  const [, head, rest] = /^(active|stale|contested|superseded|retired|not valid now)(.*)$/s.exec(stands) ?? [, stands, ""];
  return `${word("stands", head)}${shownPlain(rest).replace(" by ", " → ")}`;
}

function sources({ id, sources: found, more_sources: more }) {
  if (!found.length) return make("p", { class: "meta" }, say("noSources"));
  return make("details", { "data-key": `${id}-sources` },
    make("summary", {}, say("sources", { n: found.length + more })),
    make("ul", {}, found.map((one) => make("li", { class: one.is_active ? "" : "beneath" },
      make("p", { class: "fact", dir: "auto" }, stored(one.content)),
      line(one.id, stored(one.agent), day(one.created), one.source && stored(one.source),
        one.revision && say("at", { revision: shownPlain(one.revision) }), !one.is_active && say("lapsed"))))),
    more > 0 && make("p", {}, say("moreSources", { n: number(more) })));
}

function report({ sample, precision, proposal }) {
  if (!sample) return null;
  return make("section", { class: "report" }, precisionOf(precision, sample.review), proposal && proposed(proposal));
}

function precisionOf({ verdict, is_sure: isSure, share, low, high, needed }, { population }) {
  if (share === null) return make("p", {}, say("noPrecision"));
  const isWhole = low === high;
  const certainty = isSure ? null : needed === null ? say("unsureForever") : say("unsure", { needed: number(needed) });
  return make("div", {},
    make("p", { class: "figure" }, say("precision", { share: percent(share) })),
    scale(share, low, high),
    make("p", {}, isWhole ? say("whole") : say("interval", { population: number(population), low: percent(low), high: percent(high) })),
    make("p", { class: verdict === "harmful" ? "needs" : "" }, [say(verdict), certainty].filter(Boolean).join(" ")));
}

// The interval on the way from nothing to all, beside the line that decides.
function scale(share, low, high) {
  const part = (kind, from, to) => {
    const element = make("span", { class: kind });
    element.style.insetInlineStart = `${from * 100}%`;
    if (to !== undefined) element.style.inlineSize = `${(to - from) * 100}%`;
    return element;
  };
  return make("div", { class: "scale", role: "img", "aria-label": say("scale") },
    part("range", low, high), part("line", 0.9), part("point", share));
}

function proposed({ settings }) {
  return make("div", {}, make("p", {}, say("proposed").replaceAll("`", "")),
    make("ul", {}, settings.map(({ name, proposed: value, now }) =>
      make("li", {}, say("threshold", { name, proposed: number(value), now: number(now) })))));
}

function drawing({ sample }) {
  if (!mayAct()) return make("p", { class: "note" }, say("noTools"));
  const again = () => {
    desk.looksAgain = true;
    drawReview("card");
  };
  return make("div", { class: "acts" },
    button("draw", say(sample ? "drawNext" : "drawFirst"), () => attempt(() => readReview("draw_review")), { class: "main" }),
    sample?.facts.length > 0 && isOpen() && button("again", say("lookAgain"), again, { class: "quiet" }));
}

function step(by) {
  const { length } = desk.shown.sample.facts;
  desk.at = (desk.at + by + length) % length;
  desk.told = "";
  drawReview("card");
}

async function markCard(mark) {
  const fact = currentCard();
  if (desk.isBusy || !fact) return;
  desk.isBusy = true;
  await attempt(async () => {
    const { review, precision, proposal } = await callTool("mark_fact", { fact_id: fact.id, mark });
    fact.mark = mark === "none" ? null : mark;
    Object.assign(desk.shown, { precision, proposal });
    desk.shown.sample.review = review;
    announce(mark === "none" ? say("unmarked", fact) : say("marked", { id: fact.id, mark: word("marks", mark) }));
    if (mark !== "none") toNext();
  });
  desk.isBusy = false;
  drawReview("card");
}

// On to the next fact without a mark, round to those that were skipped.
function toNext() {
  const { facts } = desk.shown.sample;
  const order = facts.map((_, step) => (desk.at + 1 + step) % facts.length);
  const next = order.find((at) => !facts[at].mark);
  if (next === undefined) {
    desk.looksAgain = false;
    tellModel("In the view of the review the user has marked every fact of the sample.");
  }
  desk.at = next ?? order[0];
}

async function readReview(tool) {
  desk.shown = await callTool(tool);
  desk.looksAgain = false;
  desk.at = Math.max(0, desk.shown.sample?.facts.findIndex(({ mark }) => !mark) ?? 0);
}

async function attempt(work) {
  desk.told = "";
  try {
    await work();
  } catch (error) {
    desk.told = error.message;
  }
  drawReview();
}

document.addEventListener("keydown", (event) => {
  const does = KEYS[event.key.toLowerCase()];
  if (!does || event.ctrlKey || event.metaKey || event.altKey || !desk.shown || !currentCard()) return;
  event.preventDefault();
  if (does === "skip") step(1);
  else if (does === "before") step(-1);
  else markCard(does);
});

start({
  onResult: ({ precision }) => {
    desk.shown ??= { sample: null, precision, proposal: null };
    if (mayAct()) attempt(() => readReview("read_review"));
    else drawReview();
  },
  draw: drawReview,
});
