export type Typing = { readonly userId: string; readonly expiresAt: string };

/** Who is typing where, as far as this process knows. Lives in memory, one per process. Nothing is stored. */
export interface TypingBoard {
  /** Records a signal. */
  note(conversationId: string, typing: Typing): void;
  /** Removes a user and returns whether they were typing. */
  stop(conversationId: string, userId: string): boolean;
  /** Returns the users who are typing now. */
  list(conversationId: string): readonly Typing[];
  /** Returns the conversations a user is typing in. */
  of(userId: string): readonly string[];
}

/** Who is typing where, stored for ten seconds for processes that missed the event. */
export interface TypingRows {
  put(conversationId: string, typing: Typing): Promise<void>;
  remove(conversationId: string, userId: string): Promise<void>;
  /** Returns which of these users are typing there now. */
  list(conversationId: string, userIds: readonly string[]): Promise<readonly Typing[]>;
}
