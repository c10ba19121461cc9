/**
 * Computes a value for a key once and caches it. For values that are expensive to create and never change, such as
 * the formats of Intl, which cost fifty times more than their use. Above `most` keys the cache is cleared, so that no
 * caller can fill the memory.
 */
export function memoize<V>(make: (key: string) => V, most = 500): (key: string) => V {
  const values = new Map<string, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= most) values.clear();
    const value = make(key);
    values.set(key, value);
    return value;
  };
}
