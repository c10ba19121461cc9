/** Looks what has come since a moment; answers whether it could. */
type Ask = (since: string) => Promise<boolean>;

export type NewsLook = {
  /** Something has come after this moment. */
  readonly look: (since: string) => void;
};

/**
 * One question at a time. What comes while one is under way is asked for after it, from the earliest moment nobody has
 * looked from, so that a burst costs two questions and none of it is missed. What could not be asked is asked for with the
 * next news.
 */
export function openNewsLook(ask: Ask): NewsLook {
  let from: string | null = null;
  let isAsking = false;
  const note = (since: string): void => {
    if (from === null || since < from) from = since;
  };

  async function askOn(): Promise<void> {
    isAsking = true;
    for (let isHeard = true; isHeard && from !== null; ) {
      const since: string = from;
      from = null;
      isHeard = await ask(since).catch(() => false);
      if (!isHeard) note(since);
    }
    isAsking = false;
  }

  return {
    look(since) {
      note(since);
      if (!isAsking) void askOn();
    },
  };
}
