/**
 * Makes a value for a key once and keeps it: for what is dear to make and the same for ever, such as the formats of Intl,
 * which cost fifty times what using them does. Past `most` keys it begins anew, so that no caller fills the memory.
 */
export function kept<V>(make: (key: string) => V, most = 500): (key: string) => V {
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
