import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { connectImap, type ImapLine, type ImapMeans } from './imap-connection.ts';

const SENT = '\\Sent';

/**
 * Returns whether the mailbox of sent mail contains a Message-ID. Returns null when the search failed, which proves
 * nothing.
 */
export async function isInSent(channel: Channel, means: ImapMeans, messageId: string): Promise<boolean | null> {
  return inSent(channel, means, null, async ({ client, within }, path) => {
    await within(client.mailboxOpen(path, { readOnly: true }));
    const found = await within(client.search({ header: { 'message-id': `<${messageId}>` } }, { uid: true }));
    return Array.isArray(found) && client.usable ? found.length > 0 : null;
  });
}

/** Appends a copy of a sent mail. Returns false when that failed. */
export async function appendToSent(channel: Channel, means: ImapMeans, raw: Uint8Array): Promise<boolean> {
  return inSent(channel, means, false, async ({ client, within }, path) =>
    Boolean(await within(client.append(path, Buffer.from(raw), ['\\Seen']))),
  );
}

/**
 * Works on the mailbox of sent mail over its own connection. Returns `otherwise` when there is no such mailbox or the
 * connection fails.
 */
async function inSent<T>(
  channel: Channel,
  means: ImapMeans,
  otherwise: T,
  work: (line: ImapLine, path: string) => Promise<T>,
): Promise<T> {
  if (!channel.imap) return otherwise;
  let line: ImapLine | undefined;
  try {
    line = await connectImap(channel, means);
    const path = channel.sentMailbox ?? (await flaggedSent(line));
    return path === null ? otherwise : await work(line, path);
  } catch {
    return otherwise;
  } finally {
    await line?.close();
  }
}

async function flaggedSent({ client, within }: ImapLine): Promise<string | null> {
  const boxes = await within(client.list());
  return boxes.find(({ specialUse }) => specialUse === SENT)?.path ?? null;
}
