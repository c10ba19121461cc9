import type { Write } from '#lib/data/pending-writes.ts';
import { GRPC, hasStatus } from './failures.ts';

/** The most writes in one group. Eight documents of 1 MiB, the largest size, fit into a request of 10 MiB. */
const MOST_WRITES = 8;
/** A commit that waits for a locked document delays the commits behind it no longer than this. */
const LONGEST_WAIT_MS = 500;

/** The statuses after which a commit has certainly changed nothing. */
const refusals = [
  GRPC.INVALID_ARGUMENT,
  GRPC.NOT_FOUND,
  GRPC.ALREADY_EXISTS,
  GRPC.FAILED_PRECONDITION,
  GRPC.ABORTED,
] as const;
const isRefusal = (error: unknown): boolean => refusals.some((status) => hasStatus(error, status));

type Send = (writes: readonly Write[]) => Promise<void>;
type Waiting = { readonly write: Write; readonly done: () => void; readonly failed: (error: unknown) => void };
/** The single writes to one collection that wait for the running commit. */
type Line = { waiting: Waiting[]; running: number; timer: NodeJS.Timeout | undefined };

/**
 * Returns a function that commits writes like `send`. While a single write to a collection is committed, further single
 * writes to that collection wait, and are then committed in one request. So an idle process adds no delay, and a busy
 * database gets fewer commits. If the database refuses a group, each of its writes is committed alone.
 */
export function groupCommits(send: Send): Send {
  const lines = new Map<string, Line>();

  async function commitAlone({ write, done, failed }: Waiting): Promise<void> {
    await send([write]).then(done, failed);
  }

  async function commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await send(group.map(({ write }) => write));
    } catch (error) {
      if (group.length > 1 && isRefusal(error)) await Promise.all(group.map(commitAlone));
      else for (const { failed } of group) failed(error);
      return;
    }
    for (const { done } of group) done();
  }

  /** Takes the next writes of a line. Two writes to one document never share a group: one may check what the other wrote. */
  function takeGroup(line: Line): readonly Waiting[] {
    const [group, ids]: [Waiting[], Set<string>] = [[], new Set()];
    const rest: Waiting[] = [];
    for (const caller of line.waiting) {
      const fits = group.length < MOST_WRITES && !ids.has(caller.write.id);
      (fits ? group : rest).push(caller);
      ids.add(caller.write.id);
    }
    line.waiting = rest;
    return group;
  }

  function start(name: string, line: Line): void {
    clearTimeout(line.timer);
    const group = takeGroup(line);
    line.running += 1;
    line.timer = setTimeout(() => next(name, line), LONGEST_WAIT_MS).unref();
    void commitGroup(group).finally(() => {
      line.running -= 1;
      next(name, line);
    });
  }

  function next(name: string, line: Line): void {
    if (line.waiting.length > 0) start(name, line);
    else if (line.running === 0) {
      clearTimeout(line.timer);
      lines.delete(name);
    }
  }

  return (writes) => {
    const [write] = writes;
    if (write === undefined || writes.length > 1) return send(writes);
    const { name } = write.collection;
    const line = lines.get(name) ?? { waiting: [], running: 0, timer: undefined };
    lines.set(name, line);
    return new Promise((done, failed) => {
      line.waiting.push({ write, done, failed });
      if (line.running === 0) start(name, line);
    });
  };
}
