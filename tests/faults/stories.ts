/**
 * Runs stories in their order, at most `most` at the same time, because most of a story is waiting. Returns the end of
 * each story by its name.
 */
export function begin(
  stories: Readonly<Record<string, () => Promise<void>>>,
  most: number,
): Map<string, Promise<void>> {
  const waiting = Object.entries(stories).map(([name, live]) => ({ name, live, end: Promise.withResolvers<void>() }));
  const ends = new Map(waiting.map(({ name, end }) => [name, end.promise]));
  for (const end of ends.values()) end.catch(() => undefined); // the awaiter of the end gets the error
  const lane = async () => {
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      const { live, end } = story;
      await live().then(end.resolve, end.reject);
    }
  };
  for (let n = 0; n < most; n++) void lane();
  return ends;
}
