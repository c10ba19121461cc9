type Reactions = Readonly<Record<string, readonly string[]>>;

/** Returns the reactions of a message after a user has added or removed one. */
export function toggled(
  reactions: Reactions,
  emoji: string,
  userId: string,
): { readonly reactions: Record<string, string[]>; readonly isAdded: boolean } {
  const given = reactions[emoji] ?? [];
  const isAdded = !given.includes(userId);
  const ids = isAdded ? [...given, userId] : given.filter((id) => id !== userId);
  const all = { ...reactions, [emoji]: ids };
  return {
    reactions: Object.fromEntries(
      Object.entries(all).flatMap(([reaction, by]) => (by.length > 0 ? [[reaction, [...by]]] : [])),
    ),
    isAdded,
  };
}
