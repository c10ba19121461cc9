import type { UserContext } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { stemOf } from '#lib/payments/attempts/ledger.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { entriesOf } from '#lib/payments/books/journal.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { newestPostings } from '#lib/payments/queries.ts';
import type { JournalEntry, JournalPosting } from '#lib/payments/schemas/journal.ts';
import { orderReference } from '#lib/payments/schemas/ledger.ts';
import type { WalletEntry, WalletPage } from '#lib/payments/schemas/wallet.ts';
import type { EntryKind } from '#lib/payments/values.ts';

type Page = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Returns the caller's balance and its changes, newest first. */
export async function walletOf(ctx: UserContext, { limit, cursor }: Page): Promise<WalletPage> {
  const [credit, page] = await Promise.all([
    creditOf(ctx.data, ctx.user.id),
    ctx.data.find(newestPostings(userCredit(ctx.user.id), limit, cursor)),
  ]);
  const booked = await entriesOf(
    ctx.data,
    page.rows.map(({ data }) => data.entryId),
  );
  // A reversal names the entry it reverses.
  const undone = await entriesOf(
    ctx.data,
    [...booked.values()].filter(({ kind }) => kind === 'refund').map(({ note }) => note),
  );
  const entries = page.rows.map((posting) => {
    const entry = booked.get(posting.data.entryId);
    return viewOf(posting, entry, entry?.kind === 'refund' ? undone.get(entry.note) : undefined);
  });
  return { ...credit, entries, nextCursor: page.next };
}

function viewOf(
  { id, data }: Row<JournalPosting>,
  entry: JournalEntry | undefined,
  undone: JournalEntry | undefined,
): WalletEntry {
  const sale = [entry, undone].find((booking) => booking?.kind === 'capture');
  return {
    id,
    at: data.at,
    kind: kindOf(entry, undone),
    amountMinor: -data.amountMinor,
    currency: data.currency,
    orderId: sale?.subjectId ?? null,
    orderNumber: sale ? stemOf(sale.note) : null,
  };
}

const kinds: Readonly<Partial<Record<EntryKind, WalletEntry['kind']>>> = {
  topup: 'topup',
  capture: 'order',
  membership: 'membership',
  referral: 'referral',
};
const refundKinds: Readonly<Partial<Record<EntryKind, WalletEntry['kind']>>> = {
  topup: 'topup_refund',
  capture: 'order_refund',
  membership: 'membership_refund',
};

/** Credit from outside the gateway is booked by person and reason. No order reference has that form. */
function kindOf(entry: JournalEntry | undefined, undone: JournalEntry | undefined): WalletEntry['kind'] {
  if (entry?.kind === 'topup' && !orderReference.safeParse(entry.subjectId).success) return 'gift';
  const kind = undone ? refundKinds[undone.kind] : entry && kinds[entry.kind];
  return kind ?? 'correction';
}
