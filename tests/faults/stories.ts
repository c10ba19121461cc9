/**
 * Lives through stories in their order, so many at the same time: most of each is waiting. Answers how each ends, by its
 * name.
 */
export function begin(
  stories: Readonly<Record<string, () => Promise<void>>>,
  most: number,
): Map<string, Promise<void>> {
  const waiting = Object.entries(stories).map(([name, live]) => ({ name, live, end: Promise.withResolvers<void>() }));
  const ends = new Map(waiting.map(({ name, end }) => [name, end.promise]));
  for (const end of ends.values()) end.catch(() => undefined); // told to whoever asks for the end
  const lane = async () => {
    for (let story = waiting.shift(); story; story = waiting.shift()) {
      const { live, end } = story;
      await live().then(end.resolve, end.reject);
    }
  };
  for (let n = 0; n < most; n++) void lane();
  return ends;
}
