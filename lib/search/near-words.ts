/** Returns how many letters of a word may be wrong. None in short words, because every other word would be near. */
export const reachOf = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Returns how many letters must be inserted, dropped, changed or swapped to turn `a` into `b`, or null beyond `most`.
 * Stops early, so that a whole vocabulary can be scanned.
 */
export function distanceWithin(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return null;
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length] ?? 0;
  return distance <= most ? distance : null;
}

/**
 * Returns the words of a vocabulary that are near a word, with their distances, closest first. Equal distances keep
 * their order.
 */
export function nearWords(word: string, vocabulary: Iterable<string>): { word: string; distance: number }[] {
  const most = reachOf(word);
  const near: { word: string; distance: number }[] = [];
  for (const known of vocabulary) {
    const distance = distanceWithin(word, known, most);
    if (distance !== null) near.push({ word: known, distance });
  }
  return near.sort((a, b) => a.distance - b.distance);
}
