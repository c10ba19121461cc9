const PREFIX = 'plaza.messages.';

/** Deletes unsent texts and drafts from this browser, so that its next user cannot read them. */
export function forgetWritten(find: () => Storage = () => window.localStorage): void {
  try {
    const storage = find();
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const name of names) if (name.startsWith(PREFIX)) storage.removeItem(name);
  } catch {
    // A browser without storage has nothing to delete.
  }
}
