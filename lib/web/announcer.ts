export type Announcer = {
  /** Passes a new value of the number. */
  readonly heard: (value: number) => void;
  readonly close: () => void;
};

/**
 * Announces a changing number at most once per `everyMs`, with its value at that time. A number that keeps changing
 * is still announced. A number that has returned to the last announced value is not.
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
