// Contradictions, the open ones first: both texts side by side, and what the user decides.
const shelf = { given: {}, list: null, next: null, armed: null, wrong: false, busy: null, told: {} };
const KEPT = { old: ["keepOld", "wasOld"], new: ["keepNew", "wasNew"], both: ["keepBoth", "wasBoth"] };

function drawConflicts(focus) {
  if (!shelf.list) return;
  const open = shelf.list.filter(({ status }) => status === "open");
  const settled = shelf.list.filter(({ status }) => status !== "open");
  const need = open.length ? make("strong", { class: "needs" }, say("needYou", { n: open.length })) : say("noneOpen");
  redraw(
    [
      make("header", {}, make("h1", {}, say("contradictions")), make("p", {}, shelf.list.length ? need : say("nothing")),
        mayAct() && button("refresh", say("refresh"), () => attempt("page", () => readConflicts()), { class: "quiet" })),
      told("page"),
      !mayAct() && open.length > 0 && make("p", { class: "note" }, say("noTools")),
      ...open.map(openConflict),
      ...settled.map(settledConflict),
      shelf.next && mayAct() && button("more", say("more"), () => attempt("page", () => readConflicts(shelf.next))),
    ],
    focus,
  );
}

function openConflict(conflict) {
  const texts = compareWords(conflict.old.content, conflict.new.content);
  return make("article", { class: "conflict open", "aria-labelledby": conflict.id },
    heading(conflict, make("span", { class: "needs" }, say("open"))),
    make("div", { class: "sides" }, side("old", conflict, texts[0]), side("new", conflict, texts[1])),
    make("p", {}, word("rules", conflict.rule), " ", say("differs", { evidence: shownPlain(conflict.evidence) })),
    make("details", { "data-key": `${conflict.id}-question` }, make("summary", {}, say("question")),
      make("p", {}, stored(conflict.question ?? ""))),
    told(conflict.id),
    mayAct() && (shelf.armed?.id === conflict.id ? lastWord(conflict) : choice(conflict)));
}

// What was overwritten stands faintly beneath what holds.
function settledConflict(conflict) {
  const [old, fresh] = compareWords(conflict.old.content, conflict.new.content);
  const texts = { old, new: fresh };
  const [first, second] = conflict.winner === "old" ? ["old", "new"] : ["new", "old"];
  const how = `${say((KEPT[conflict.winner] ?? KEPT.both)[1])}: ${word("rules", conflict.rule)}`;
  return make("article", { class: "conflict", "aria-labelledby": conflict.id },
    heading(conflict, how),
    make("p", { class: "fact", dir: "auto", sure: conflict[first].confidence }, stored(conflict[first].content)),
    told(conflict.id),
    make("details", { "data-key": `${conflict.id}-beneath` },
      make("summary", {}, say(second, { id: conflict[second].id })),
      make("div", { class: conflict.winner === "both" ? "" : "beneath" }, ...text(second, conflict, texts[second]))));
}

function heading({ id, domain, topic }, state) {
  return make("h2", { id }, make("span", { class: "id" }, id), " ", stored(topic), " ",
    make("span", { class: "meta" }, stored(domain), " · ", state));
}

const side = (which, conflict, runs) =>
  make("figure", {}, make("figcaption", {}, say(which, { id: conflict[which].id })), ...text(which, conflict, runs));

function text(which, conflict, runs) {
  const fact = conflict[which];
  return [
    make("blockquote", { class: "fact", dir: "auto", sure: fact.confidence },
      make("bdi", {}, runs.flatMap(([part, differs]) => (differs ? [make("mark", {}, ...shown(part))] : shown(part))))),
    line(stored(fact.agent), word("veracity", fact.veracity), say("sure", { sure: percent(fact.confidence) }),
      say("supported", { age: ago(fact.age_days) })),
    mayRead() && history(fact, `${conflict.id}-${which}-history`),
  ];
}

// The fact's text without a cut, what it replaced and what it rests on; read when somebody wants to know.
function history({ id }, key) {
  const body = make("p", { class: "history", dir: "auto" });
  const whole = make("details", { "data-key": key }, make("summary", {}, say("history")), body);
  whole.addEventListener("toggle", async () => {
    if (!whole.open || body.hasChildNodes()) return;
    try {
      body.append(stored(await readText(`memory://fact/${id}`)));
    } catch (error) {
      body.textContent = shownPlain(error.message);
    }
  });
  return whole;
}

function choice({ id }) {
  const choose = (keep) => () => {
    Object.assign(shelf, { armed: { id, keep }, wrong: false, told: {} });
    drawConflicts(`${id}-settle`);
  };
  return make("div", { class: "acts" },
    Object.entries(KEPT).map(([keep, [label]]) => button(`${id}-${keep}`, say(label), choose(keep))));
}

// What will be done, before it is: a slip of the hand should settle nothing.
function lastWord(conflict) {
  const { keep } = shelf.armed;
  const [kept, lost] = (keep === "old" ? [conflict.old, conflict.new] : [conflict.new, conflict.old]).map(({ id }) => id);
  const isBusy = shelf.busy === conflict.id;
  const wrong = make("input", { type: "checkbox", id: `${conflict.id}-wrong`, "data-key": `${conflict.id}-wrong` });
  wrong.checked = shelf.wrong;
  wrong.addEventListener("change", () => (shelf.wrong = wrong.checked));
  const back = () => {
    shelf.armed = null;
    drawConflicts(`${conflict.id}-${keep}`);
  };
  return make("div", { class: "acts last", role: "group", "aria-label": say(KEPT[keep][0]) },
    make("p", {}, keep === "both" ? say("willKeepBoth") : say("willKeepOne", { kept, lost })),
    keep !== "both" && make("label", { for: wrong.id }, wrong, " ", say("neverTrue", { lost })),
    button(`${conflict.id}-settle`, say(isBusy ? "settling" : "settle"), () => settle(conflict), { class: "main", "aria-disabled": isBusy }),
    button(`${conflict.id}-back`, say("back"), back, { class: "quiet" }));
}

async function settle({ id }) {
  if (shelf.busy) return;
  const { keep } = shelf.armed;
  const reason = shelf.wrong && keep !== "both" ? "wrong, as the user said in the view" : "as the user said in the view";
  shelf.busy = id;
  drawConflicts(`${id}-settle`);
  await attempt(id, async () => {
    await callTool("resolve_memory_conflict", { conflict_id: id, keep, reason });
    tellModel(`In the view of contradictions the user settled ${id}: keep ${keep}.`);
    announce(say("settled", { id }));
  });
  Object.assign(shelf, { armed: null, busy: null });
  await attempt("page", () => readConflicts()); // one settled may make others moot
}

async function readConflicts(cursor) {
  const answer = await callTool("list_memory_conflicts", { ...shelf.given, ...(cursor && { cursor }) });
  takeConflicts(answer, Boolean(cursor));
}

function takeConflicts({ conflicts, next_cursor: next }, isMore) {
  Object.assign(shelf, { list: isMore ? [...shelf.list, ...conflicts] : conflicts, next });
  drawConflicts();
}

// Does it; a refusal is told where it happened.
async function attempt(place, work) {
  delete shelf.told[place];
  try {
    await work();
  } catch (error) {
    shelf.told[place] = error.message;
    drawConflicts();
  }
}

const told = (place) => shelf.told[place] && make("p", { class: "refusal", role: "alert" }, shownPlain(shelf.told[place]));

start({
  onInput: ({ cursor, ...given }) => (shelf.given = given),
  onResult: (answer) => takeConflicts(answer, false),
  draw: drawConflicts,
});
