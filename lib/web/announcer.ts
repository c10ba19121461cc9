export type Announcer = {
  /** What is to be told has become this. */
  readonly heard: (value: number) => void;
  readonly close: () => void;
};

/**
 * Tells of a number that changes, at most once in `everyMs`: what it is by then. One that goes on changing is told all the
 * same, and one that has come back to what was told last is not.
 */
export function openAnnouncer(first: number, everyMs: number, tell: (value: number) => void): Announcer {
  let [told, latest] = [first, first];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tellLatest = (): void => {
    timer = undefined;
    if (latest === told) return;
    told = latest;
    tell(latest);
  };
  return {
    heard(value) {
      latest = value;
      if (value !== told) timer ??= setTimeout(tellLatest, everyMs);
    },
    close: () => clearTimeout(timer),
  };
}
