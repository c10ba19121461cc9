/** Returns a placeholder as it is written in a text. */
export const bracketed = (slot: string): string => (slot.startsWith('[') ? slot : `[${slot}]`);

/** Returns the placeholders that are still in the typed text. */
export const slotsLeft = (text: string, openSlots: readonly string[]): readonly string[] =>
  openSlots.map(bracketed).filter((slot) => text.includes(slot));
