const mention = /<@([A-Za-z0-9_-]{1,128})>/g;

/** The participants a text names as `<@userId>`, each once. */
export function mentionsIn(content: string, participantIds: readonly string[]): string[] {
  const named = [...content.matchAll(mention)].map(([, id = '']) => id);
  return [...new Set(named)].filter((id) => participantIds.includes(id));
}
