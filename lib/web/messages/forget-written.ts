const PREFIX = 'plaza.messages.';

/** Takes away what people have begun or not yet sent in this browser: whoever uses it next must not read it. */
export function forgetWritten(find: () => Storage = () => window.localStorage): void {
  try {
    const storage = find();
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const name of names) if (name.startsWith(PREFIX)) storage.removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
