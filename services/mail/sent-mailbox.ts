import type { Channel } from '#lib/crm/mailboxes/ports.ts';
import { connectImap, type ImapLine, type ImapMeans } from './imap-connection.ts';

const SENT = '\\Sent';

/** Whether the mailbox of sent mail holds a Message-ID; null where it could not be asked, which proves nothing. */
export async function isInSent(channel: Channel, means: ImapMeans, messageId: string): Promise<boolean | null> {
  return inSent(channel, means, null, async ({ client, within }, path) => {
    await within(client.mailboxOpen(path, { readOnly: true }));
    const found = await within(client.search({ header: { 'message-id': `<${messageId}>` } }, { uid: true }));
    return Array.isArray(found) && client.usable ? found.length > 0 : null;
  });
}

/** Puts a copy of a sent mail beside the others; false where that did not work. */
export async function appendToSent(channel: Channel, means: ImapMeans, raw: Uint8Array): Promise<boolean> {
  return inSent(channel, means, false, async ({ client, within }, path) =>
    Boolean(await within(client.append(path, Buffer.from(raw), ['\\Seen']))),
  );
}

/** Works on the mailbox of sent mail over a line of its own; answers `otherwise` where there is none or the line fails. */
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
