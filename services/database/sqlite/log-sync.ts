import { closeSync, fdatasync, openSync } from 'node:fs';

export type LogSync = {
  /**
   * Settles when the whole log at the time of the call is on the disk. Calls share a sync when they can. After one
   * failed sync every later call fails too. The operating system drops the pages that it could not write, so a later
   * success proves nothing about them.
   */
  synced(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the write-ahead log of a database for syncing. The sync runs in a thread pool, so a commit does not block the
 * event loop.
 */
export function openLogSync(database: string): LogSync {
  // The log file exists while any connection is open, and this connection stays open.
  const file = openSync(`${database}-wal`, 'r+');
  const sync = shareSyncs(
    () => new Promise<void>((done, fail) => fdatasync(file, (error) => (error ? fail(error) : done()))),
  );
  const pending = new Set<Promise<void>>();
  let isClosed = false;

  function synced(): Promise<void> {
    if (isClosed) return Promise.reject(new Error('The log is closed'));
    const mine = sync();
    pending.add(mine);
    const settled = () => pending.delete(mine);
    mine.then(settled, settled);
    return mine;
  }
  return {
    synced,
    close: async () => {
      await synced().catch(() => {});
      // A commit just before the close asks for its own sync, which needs the file.
      while (pending.size > 0) await Promise.allSettled(pending);
      isClosed = true;
      closeSync(file);
    },
  };
}

/**
 * Merges concurrent syncs. A caller that arrives during a sync may have written too late for that sync, so it shares
 * the next one.
 */
export function shareSyncs(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    const mine = sync();
    running = mine;
    // A failed sync stays in `running`, so every later caller receives the failure.
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
