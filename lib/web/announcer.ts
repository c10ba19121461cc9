export type Announcer = {
  /** Passes a new value of the number. */
  readonly update: (value: number) => void;
  readonly close: () => void;
};

/**
 * Announces a changing number at most once per `everyMs`, with its value at that time. A number that keeps changing
 * is still announced. A number that has returned to the last announced value is not.
 */
export function openAnnouncer(first: number, everyMs: number, announce: (value: number) => void): Announcer {
  let [announced, latest] = [first, first];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const announceLatest = (): void => {
    timer = undefined;
    if (latest === announced) return;
    announced = latest;
    announce(latest);
  };
  return {
    update(value) {
      latest = value;
      if (value !== announced) timer ??= setTimeout(announceLatest, everyMs);
    },
    close: () => clearTimeout(timer),
  };
}
