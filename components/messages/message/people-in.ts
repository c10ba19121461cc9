/** Returns the user ids in a message's metadata, in values or in keys: voters, guests, assignees. */
export function peopleIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^usr_[A-Za-z0-9]{1,60}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, item]) => [...peopleIn(key), ...peopleIn(item)]);
  return [...new Set(inside)];
}
