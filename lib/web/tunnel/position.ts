/** The position of a reader in a channel, as a cursor of the server. Null: no position yet. */
export type Position = string | null;

/** Parses the cursor of a counted channel. The cursor of a state channel has no count. */
function counted(cursor: Position): { readonly rev: number; readonly epoch: string } | null {
  const [, rev, epoch] = /^(\d+)~(.+)$/.exec(cursor ?? '') ?? [];
  return rev === undefined || epoch === undefined || epoch === 's' ? null : { rev: Number(rev), epoch };
}

/** Returns whether a position belongs to a counted channel. */
export const isCounted = (position: Position): boolean => counted(position) !== null;

/** Returns whether a reader at `position` has seen the event with `cursor`. An uncounted event is always new. */
export function isSeen(cursor: Position, position: Position): boolean {
  const [reached, held] = [counted(cursor), counted(position)];
  return reached !== null && held !== null && reached.epoch === held.epoch && reached.rev <= held.rev;
}

/** Returns whether a request from `from` returns every event since `position`. */
export const covers = (from: Position, position: Position): boolean =>
  from === null || position === null || from === position || isSeen(from, position);

/**
 * Returns the position from which two readers both receive their missing events. A reader without a position needs no
 * events of a counted channel, and the whole state of a state channel. Returns null when the positions cannot be
 * compared: then both readers must fetch over REST.
 */
export function earlierOf(a: Position, b: Position): Position {
  if (a === b || isSeen(a, b)) return a;
  if (isSeen(b, a)) return b;
  if (a === null) return counted(b) && b;
  return b === null ? counted(a) && a : null;
}

/** Returns a reader's position after an event. An event without a cursor does not move it. */
export const movedTo = (held: Position, reached: Position): Position =>
  reached === null || isSeen(reached, held) ? held : reached;
