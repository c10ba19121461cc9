/** A clock that stands still until a test moves it. */
export type TestClock = {
  readonly now: () => Date;
  set(at: string): void;
  advance(ms: number): void;
};

export const TEST_START = '2026-03-02T10:00:00.000Z';

export function openClock(start: string = TEST_START): TestClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    set: (moment) => {
      at = Date.parse(moment);
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
