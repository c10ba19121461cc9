const LEGACY_PREFIXES = ['genmedia:', 'imggen:'];

const beginsAsTool = (value: unknown): boolean =>
  typeof value === 'string' && LEGACY_PREFIXES.some((prefix) => value.startsWith(prefix));

/** Whether a conversation belongs to a tool and is kept out of the inbox. Of messages this is never asked. */
export const isHiddenTool = (metadata: Readonly<Record<string, unknown>>): boolean =>
  metadata.hiddenFromInbox === true ||
  metadata.kind === 'generative_gallery' ||
  beginsAsTool(metadata.productId) ||
  beginsAsTool(metadata.subject);

/** The metadata without the signs of a tool. What it says beside them stays. */
export const withoutToolSigns = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([key, value]) => !isHiddenTool({ [key]: value })));
