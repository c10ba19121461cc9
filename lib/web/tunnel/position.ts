/** Where a reader of a channel stands, as the server's cursor says it; null: nowhere yet. */
export type Position = string | null;

/** A cursor of a channel whose changes are counted, read apart. One of a channel that carries a state counts nothing. */
function counted(cursor: Position): { readonly rev: number; readonly epoch: string } | null {
  const [, rev, epoch] = /^(\d+)~(.+)$/.exec(cursor ?? '') ?? [];
  return rev === undefined || epoch === undefined || epoch === 's' ? null : { rev: Number(rev), epoch };
}

/** Whether a position is one in a channel whose changes are counted. */
export const isCounted = (position: Position): boolean => counted(position) !== null;

/** Whether a reader who stands at `position` has seen what carries `cursor`. What is not counted is always news. */
export function isSeen(cursor: Position, position: Position): boolean {
  const [one, other] = [counted(cursor), counted(position)];
  return one !== null && other !== null && one.epoch === other.epoch && one.rev <= other.rev;
}

/** Whether all that has happened since `position` is told to somebody who asks from `from`. */
export const covers = (from: Position, position: Position): boolean =>
  from === null || position === null || from === position || isSeen(from, position);

/**
 * The position from which two readers both get all they lack. One who stands nowhere needs nothing of a counted channel
 * but the whole of a state. Where two cannot be compared it is nowhere: then both learn that they have to read anew.
 */
export function earlierOf(one: Position, other: Position): Position {
  if (one === other || isSeen(one, other)) return one;
  if (isSeen(other, one)) return other;
  if (one === null) return counted(other) && other;
  return other === null ? counted(one) && one : null;
}

/** Where a reader stands after having been told of something; what carries no cursor moves nobody. */
export const movedTo = (held: Position, reached: Position): Position =>
  reached === null || isSeen(reached, held) ? held : reached;
