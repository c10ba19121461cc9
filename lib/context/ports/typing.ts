export type Typing = { readonly userId: string; readonly expiresAt: string };

/** Who is writing where, as far as this process has heard. Lives in memory, one per process; nothing of it is stored. */
export interface TypingBoard {
  /** Notes a signal. */
  note(conversationId: string, typing: Typing): void;
  /** Takes somebody off, and says whether they were there. */
  stop(conversationId: string, userId: string): boolean;
  /** Those who write at this moment. */
  list(conversationId: string): readonly Typing[];
  /** The conversations somebody is writing in. */
  of(userId: string): readonly string[];
}
