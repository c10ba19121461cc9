/** The people that the metadata of a message names, as values or as keys: who voted, who came, who is to do it. */
export function peopleIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^usr_[A-Za-z0-9]{1,60}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, one]) => [...peopleIn(key), ...peopleIn(one)]);
  return [...new Set(inside)];
}
