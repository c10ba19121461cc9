import { createHmac, hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ID_PATTERN } from './id-pattern.ts';

/** The prefix names the kind of an id. Moderation recognizes kinds by it. */
const prefixes = {
  user: 'usr_',
  session: 'ses_',
  audit: 'aud_',
  auditFinding: 'afd_',
  errorGroup: 'err_',
  run: 'run_',
  outbox: 'obx_',
  request: 'req_',
  product: 'prd_',
  family: 'fam_',
  category: 'cat_',
  order: 'ord_',
  hold: 'hld_',
  move: 'mov_',
  storeAudit: 'sau_',
  alert: 'alr_',
  vendor: 'vnd_',
  vendorDelivery: 'vdl_',
  address: 'adr_',
  file: 'fil_',
  productFile: 'pfl_',
  settlement: 'set_',
  payout: 'pay_',
  partRefund: 'prf_',
  thread: 'thr_',
  email: 'eml_',
  draft: 'drf_',
  task: 'tsk_',
  contact: 'ctc_',
  deadLetter: 'dlt_',
  modelUse: 'use_',
  conversation: 'cvs_',
  member: 'mbr_',
  message: 'msg_',
  attachment: 'att_',
  call: 'cll_',
  block: 'blk_',
  process: 'prc_',
  connection: 'con_',
  event: 'evt_',
  notification: 'ntf_',
  notificationJob: 'njb_',
  busRow: 'bus_',
  verificationEvent: 'vev_',
  evidence: 'evd_',
  view: 'viw_',
  review: 'rev_',
} as const;

export type IdKind = keyof typeof prefixes;
export const idPrefix = (kind: IdKind): string => prefixes[kind];

export const idText = z.string().regex(ID_PATTERN, 'must be a valid id');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes fetched in bulk, because a fetch costs more than an id. Each is used once. */
let pool = Buffer.alloc(0);
let taken = 0;
const POOL_BYTES = 4_096;

function randomByte(): number {
  if (taken === pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  return pool[taken++] ?? 0;
}

/** Where ids are written. Added to a text one by one, 20 letters would leave 20 objects behind. */
const page = Buffer.alloc(64);

/** Returns `length` characters of `letters`, each equally likely. At most 64. */
function randomText(letters: string, length: number): string {
  const fair = 256 - (256 % letters.length);
  for (let at = 0; at < length; ) {
    const byte = randomByte();
    if (byte < fair) page[at++] = letters.charCodeAt(byte % letters.length);
  }
  return page.toString('latin1', 0, length);
}

/**
 * Returns a random id: `newId('order')` is `ord_` and 20 characters. Ids are not sequential: order comes from
 * `createdAt`.
 */
export const newId = (kind: IdKind): string => prefixes[kind] + randomText(alphabet, 20);

/** Returns 20 random letters and digits, for an id that stands inside a longer text with marks of its own. */
export const newPlainId = (): string => randomText(alphabet, 20);

/** Returns the base64url of SHA-256 over the parts joined with a line break: 43 characters. */
export const hashOf = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');

/** Returns the base64url of SHA-256 over the bytes of a file, computed beside the event loop. */
export const hashOfFile = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('base64url');

/** Returns an id derived from what makes the entity unique: `hashId('hold', 'cart-hold', userId, productId)`. */
export const hashId = (kind: IdKind, ...parts: readonly string[]): string => prefixes[kind] + hashOf(...parts);

/** Returns a number that people can read aloud, in Crockford base32: `newNumber('P', 9)`. Claim it with `create()`. */
export const newNumber = (stem: string, length: number): string => stem + randomText(crockford, length);

/**
 * Returns a number of the same form that a holder of the key can derive again from what makes the entity unique. At
 * most 32 characters.
 */
export function keyedNumber(stem: string, length: number, key: Uint8Array, ...parts: readonly string[]): string {
  const bytes = createHmac('sha256', key).update(parts.join('\n')).digest().subarray(0, length);
  return stem + Array.from(bytes, (byte) => crockford[byte % crockford.length]).join('');
}
