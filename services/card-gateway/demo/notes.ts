/** The number of notes that are kept. Older ones are dropped. */
const MOST_NOTES = 5000;

export type Note = {
  readonly at: string;
  readonly event: string;
  readonly orderReference: string | null;
  /** True for a mistake that the real gateway would reject. */
  readonly isProblem: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Records the events at the gateway for `GET /__log`: the newest notes, oldest first. */
export function openNotes(now: () => Date) {
  const notes: Note[] = [];
  const add =
    (isProblem: boolean) =>
    (event: string, orderReference: string | null, facts: Note['facts'] = {}): void => {
      notes.push({ at: now().toISOString(), event, orderReference, isProblem, facts });
      if (notes.length > MOST_NOTES) notes.splice(0, notes.length - MOST_NOTES);
    };
  return { note: add(false), problem: add(true), all: (): readonly Note[] => notes };
}
export type Notes = ReturnType<typeof openNotes>;
