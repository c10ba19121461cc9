const LEGACY_PREFIXES = ['genmedia:', 'imggen:'];

const beginsAsTool = (value: unknown): boolean =>
  typeof value === 'string' && LEGACY_PREFIXES.some((prefix) => value.startsWith(prefix));

/**
 * Whether a conversation belongs to a tool and is hidden from the inbox. This check applies only to metadata of
 * conversations, not of messages.
 */
export const isHiddenTool = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata.hiddenFromInbox === true ||
  metadata.kind === 'generative_gallery' ||
  beginsAsTool(metadata.productId) ||
  beginsAsTool(metadata.subject);

/** Returns the metadata without the signs of a tool. All other keys stay. */
export const withoutToolSigns = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([key, value]) => !isHiddenTool({ [key]: value })));
