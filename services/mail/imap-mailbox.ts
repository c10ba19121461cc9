import type { MailboxObject, SearchObject } from 'imapflow';
import { type Mailbox, MailboxError, type MailboxItem, type OpenMailbox } from '#lib/crm/mailboxes/ports.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { connectImap, type ImapLimits, type ImapLine, limitsOfProduct, MOST_LITERAL_BYTES } from './imap-connection.ts';
import { ImapListener } from './imap-listener.ts';
import { trouble, troubleOf } from './imap-trouble.ts';
import type { MailTokens } from './mail-oauth.ts';
import { appendToSent, isInSent } from './sent-mailbox.ts';

/**
 * The size of the pieces in which a mail is fetched. The library copies each answer on this thread, which took 200 ms
 * for a mail of 24 MB.
 */
const PIECE_BYTES = 1024 * 1024;
/** More than the largest header block that is read. A mail with a longer one cannot be read. */
const MOST_HEADER_BYTES = 1024 * 1024;

/** Opens mailboxes by IMAP. Every connection uses a new client, because a closed one cannot be reused. */
export function openImapMailbox(
  tokens: MailTokens,
  world: { readonly now: () => Date },
  limits: ImapLimits = limitsOfProduct,
): Mailbox {
  const means = { tokens, limits };
  return {
    open: async (channel) => {
      assertOutsideTransaction('the mailbox');
      const line = await connectImap(channel, means);
      try {
        return openSelected(line, await line.within(line.client.mailboxOpen(channel.mailbox)));
      } catch (error) {
        await line.close();
        throw new MailboxError(troubleOf(error));
      }
    },
    findSent: (channel, messageId) => isInSent(channel, means, messageId),
    appendSent: (channel, raw) => appendToSent(channel, means, raw),
    listen: (channel, events) => new ImapListener({ channel, means, events, now: world.now }),
  };
}

function openSelected(line: ImapLine, selected: MailboxObject): OpenMailbox {
  const { client } = line;
  /**
   * Waits for an answer. The library returns undefined on a dead connection, which is an error and not an empty result.
   */
  const ask = async <T>(answer: Promise<T>): Promise<Exclude<T, undefined>> => {
    let said: T;
    try {
      said = await line.within(answer);
    } catch (error) {
      throw new MailboxError(troubleOf(error));
    }
    if (said === undefined || !client.usable) throw trouble('NoConnection');
    return said as Exclude<T, undefined>;
  };
  const search = async (query: SearchObject): Promise<readonly number[]> => {
    const found = await ask(client.search(query, { uid: true }));
    // False means a rejected command. Treated as "no mail", it would stop the channel unnoticed.
    if (found === false || !Array.isArray(found)) throw trouble('SearchRefused');
    return found.toSorted((a, b) => a - b);
  };

  return {
    state: {
      uidValidity: String(selected.uidValidity),
      uidNext: selected.uidNext,
      keywords: selected.permanentFlags?.has('\\*') ?? false,
      capabilities: [...client.capabilities.keys()].sort(),
      tokenExpiresAt: line.tokenExpiresAt,
    },
    search: ({ lastUid, done }) =>
      search({ or: [{ seen: false, not: { keyword: done } }, { uid: `${lastUid + 1}:*` }] }),
    // No mail arrives from the future, and a server that is asked by age would reject such a search.
    searchSince: async (day) => (day.getTime() > Date.now() ? [] : search({ since: day })),
    look: async (uid) => {
      const header = { key: 'HEADER', start: 0, maxLength: MOST_HEADER_BYTES };
      const query = { uid: true, size: true, flags: true, internalDate: true, bodyParts: [header] };
      const item = await ask(client.fetchOne(String(uid), query, { uid: true }));
      return item === false ? null : itemOf(uid, item);
    },
    source: (uid, maxBytes = Number.POSITIVE_INFINITY) => ask(readInPieces(client, uid, maxBytes)),
    mark: async (uid, flags) => Boolean(await ask(client.messageFlagsAdd(String(uid), [...flags], { uid: true }))),
    close: () => line.close(),
  };
}

/**
 * Reads a mail piece by piece into shared memory, which another thread can read without a copy. Returns null when the
 * mail no longer exists, and undefined when the connection was lost.
 */
async function readInPieces(
  client: ImapLine['client'],
  uid: number,
  most: number,
): Promise<Uint8Array | null | undefined> {
  let whole: Uint8Array = new Uint8Array();
  let length = 0;
  while (length < most) {
    const source = { start: length, maxLength: Math.min(PIECE_BYTES, most - length) };
    const item = await client.fetchOne(String(uid), { uid: true, size: true, source }, { uid: true });
    if (item === undefined) return undefined;
    // A mail does not change under its UID. If it disappears while being read, it was deleted.
    if (item === false || (!item.source && length === 0)) return null;
    const piece = item.source ?? new Uint8Array();
    // Some servers send the whole mail, whatever was requested.
    if (piece.byteLength > source.maxLength) {
      if (length > 0 || piece.byteLength > MOST_LITERAL_BYTES) throw trouble('LiteralTooLarge');
      return piece.subarray(0, most);
    }
    const isLast = piece.byteLength < source.maxLength;
    if (isLast && length === 0) return piece;
    // The server sends nothing although there is more: another program deleted the mail meanwhile.
    if (!item.source && length < (item.size ?? 0)) return null;
    if (length + piece.byteLength > MOST_LITERAL_BYTES) throw trouble('LiteralTooLarge');
    if (whole.byteLength < length + piece.byteLength) whole = withRoom(whole, length, item.size ?? 0);
    whole.set(piece, length);
    length += piece.byteLength;
    if (isLast) break;
  }
  return whole.subarray(0, length);
}

/**
 * Allocates as much as the server announces, because unused memory costs nothing, and at least twice the previous size.
 */
function withRoom(former: Uint8Array, length: number, saidBytes: number): Uint8Array {
  const size = Math.max(Math.min(saidBytes, MOST_LITERAL_BYTES), 2 * length) + PIECE_BYTES;
  const whole = new Uint8Array(new SharedArrayBuffer(size));
  whole.set(former.subarray(0, length));
  return whole;
}

type Fetched = {
  readonly size?: number | undefined;
  readonly flags?: ReadonlySet<string> | undefined;
  readonly internalDate?: Date | string | undefined;
  readonly headers?: Uint8Array | undefined;
};

function itemOf(uid: number, { size, flags, internalDate, headers }: Fetched): MailboxItem {
  const arrived = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  const all = [...(flags ?? [])];
  return {
    uid,
    sizeBytes: size ?? 0,
    seen: all.some((flag) => flag.toLowerCase() === '\\seen'),
    keywords: all.filter((flag) => !flag.startsWith('\\')),
    arrivedAt: Number.isNaN(arrived) ? null : new Date(arrived).toISOString(),
    header: headers ?? new Uint8Array(),
  };
}
