/** A piece of text that both versions share, or that only one of them has. */
export type DiffPart = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** A larger table would delay typing. The text is then shown as replaced as a whole. */
const MAX_CELLS = 2_000_000;

/**
 * Returns the changes between two texts, word by word, by their longest common subsequence. Joining `same` and `added`
 * gives the new text, joining `same` and `removed` gives the old text.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = steps(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return joined([
    ...a.slice(0, head).map((text): DiffPart => ({ kind: 'same', text })),
    ...middle,
    ...a.slice(a.length - tail).map((text): DiffPart => ({ kind: 'same', text })),
  ]);
}

/** Splits a text into words and the characters between them. */
const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_'’]+|[^\s\p{L}\p{N}_'’]/gu) ?? [];

function steps(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  const replaced: readonly DiffPart[] = [
    ...a.map((text): DiffPart => ({ kind: 'removed', text })),
    ...b.map((text): DiffPart => ({ kind: 'added', text })),
  ];
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_CELLS) return replaced;

  // longest[i][j] is the number of words that a from i on and b from j on share.
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));

  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [old = '', fresh = ''] = [a[i], b[j]];
    if (i < a.length && j < b.length && old === fresh) {
      parts.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: old });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: fresh });
      j += 1;
    }
  }
  return parts;
}

/** Merges neighbours of one kind. In a replaced part, all removed text comes before all added text. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const out: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) out.push({ kind: 'removed', text: removed });
    if (added) out.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isBridge(text) && (removed || added) && isChange(parts[index + 1])) {
      // A single blank between two replaced words would split a sentence into unreadable pieces.
      removed += text;
      added += text;
    } else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') out[out.length - 1] = { kind: 'same', text: last.text + text };
      else out.push({ kind: 'same', text });
    }
  }
  flush();
  return out;
}

const isBridge = (text: string): boolean => /^[^\S\n]+$/.test(text);
const isChange = (part: DiffPart | undefined): boolean => part !== undefined && part.kind !== 'same';
