import { closeSync, fdatasync, openSync } from 'node:fs';

export type LogSync = {
  /**
   * Settles when all that stands in the log at the time of the call is on the disk. Calls share a sync where they can.
   * After a sync that failed it fails for ever: the system forgets what it could not write, so a later success says
   * nothing about it.
   */
  synced(): Promise<void>;
  close(): Promise<void>;
};

/** The write-ahead log of a database is written through by a thread of its own, not by the commit on the event loop. */
export function openLogSync(database: string): LogSync {
  // The file lives as long as any connection does, and this one stays.
  const file = openSync(`${database}-wal`, 'r+');
  const sync = shareSyncs(
    () => new Promise<void>((done, fail) => fdatasync(file, (error) => (error ? fail(error) : done()))),
  );
  return {
    synced: sync,
    close: async () => {
      await sync().catch(() => {});
      closeSync(file);
    },
  };
}

/** Makes one call of many: who comes while a sync runs may have written too late for it, and shares the next. */
export function shareSyncs(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    const mine = sync();
    running = mine;
    // What has failed stays, and answers everybody from then on.
    mine.then(
      () => {
        if (running === mine) running = null;
      },
      () => {},
    );
    return mine;
  }

  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
}
