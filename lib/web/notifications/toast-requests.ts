/** Reads what has arrived since a time. Returns whether it could. */
type Ask = (since: string) => Promise<boolean>;

export type ToastRequests = {
  /** Something has arrived after this time. */
  readonly request: (since: string) => void;
};

/**
 * Sends one request at a time. Notifications that arrive during a request are read after it, from the earliest unread
 * time. So a burst costs two requests and misses nothing. A failed request is repeated with the next notification.
 */
export function openToastRequests(ask: Ask): ToastRequests {
  let from: string | null = null;
  let isAsking = false;
  const note = (since: string): void => {
    if (from === null || since < from) from = since;
  };

  async function askOn(): Promise<void> {
    isAsking = true;
    for (let isRead = true; isRead && from !== null; ) {
      const since: string = from;
      from = null;
      isRead = await ask(since).catch(() => false);
      if (!isRead) note(since);
    }
    isAsking = false;
  }

  return {
    request(since) {
      note(since);
      if (!isAsking) void askOn();
    },
  };
}
