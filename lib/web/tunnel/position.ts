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
  const [one, other] = [counted(cursor), counted(position)];
  return one !== null && other !== null && one.epoch === other.epoch && one.rev <= other.rev;
}

/** Returns whether a request from `from` brings everything that has happened since `position`. */
export const covers = (from: Position, position: Position): boolean =>
  from === null || position === null || from === position || isSeen(from, position);

/**
 * Returns the position from which two readers both get everything they lack. A reader without a position needs
 * nothing of a counted channel, and the whole of a state. Returns null when the two cannot be compared: then both
 * learn that they have to read again.
 */
export function earlierOf(one: Position, other: Position): Position {
  if (one === other || isSeen(one, other)) return one;
  if (isSeen(other, one)) return other;
  if (one === null) return counted(other) && other;
  return other === null ? counted(one) && one : null;
}

/** Returns a reader's position after an event. An event without a cursor does not move it. */
export const movedTo = (held: Position, reached: Position): Position =>
  reached === null || isSeen(reached, held) ? held : reached;
