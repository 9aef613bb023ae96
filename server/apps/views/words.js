// Which words of two texts differ: [text, whether it differs] for each run of the one and of the other.
const MOST_WORDS = 600; // beyond, the middle is marked as a whole

function compareWords(left, right) {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = common(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [runsOf(a, start, inA), runsOf(b, start, inB)];
}

function wordsOf(text) {
  if (!Intl.Segmenter) return text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];
  return Array.from(new Intl.Segmenter("en", { granularity: "word" }).segment(text), ({ segment }) => segment);
}

// Of both middles, which words belong to the longest that they have in common.
function common(a, b) {
  const [inA, inB] = [a.map(() => false), b.map(() => false)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return [inA, inB];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) [inA[i++], inB[j++]] = [true, true];
    else if (longest[i + 1][j] >= longest[i][j + 1]) i++;
    else j++;
  }
  return [inA, inB];
}

// Blanks differ only between words that do.
function runsOf(words, start, shared) {
  const differs = words.map((_, at) => at >= start && at < start + shared.length && !shared[at - start]);
  const runs = [];
  words.forEach((one, at) => {
    const isMarked = one.trim() ? differs[at] : Boolean(differs[at - 1] && differs[at + 1]);
    if (runs.at(-1)?.[1] === isMarked) runs.at(-1)[0] += one;
    else runs.push([one, isMarked]);
  });
  return runs;
}
