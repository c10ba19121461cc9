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

/** Who is writing where, kept in the store for those ten seconds: for a process that has not heard of it. */
export interface TypingRows {
  put(conversationId: string, typing: Typing): Promise<void>;
  remove(conversationId: string, userId: string): Promise<void>;
  /** Which of these people write there at this moment. */
  list(conversationId: string, userIds: readonly string[]): Promise<readonly Typing[]>;
}
