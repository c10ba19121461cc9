import type { User } from '#lib/auth/schemas/user.ts';
import type { UserContext } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { Row } from '#lib/data/store.ts';
import { conversationsByLatest } from '#lib/messaging/queries.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import { Vendors } from '#lib/store/collections.ts';

/** Conversations about a thing. Direct and group conversations are private, whatever their metadata says. */
const types = ['product', 'entity', 'opportunity'] as const;
/** How many of each type are looked at. A conversation about something else than a purchase names no seller. */
const LOOKED_AT = 20;

/** A conversation with a seller, without a word of it. */
export type SellerTalk = {
  readonly id: string;
  /** Null when the named seller does not exist. */
  readonly sellerName: string | null;
  readonly subject: string | null;
  readonly activityAt: string;
  readonly messageCount: number;
  /** True when the reader takes part, and so may open it. */
  readonly isOpen: boolean;
};

/**
 * Returns a person's latest conversations with sellers, the latest activity first. No text is among them. What buyers
 * write to the person's own shop is left out.
 */
export async function sellerTalksOf(
  { data, user }: UserContext,
  person: Pick<User, 'vendorId'> & { readonly id: string },
  limit: number,
): Promise<readonly SellerTalk[]> {
  const pages = await Promise.all(
    types.map((type) => data.find(conversationsByLatest(person.id, { type }, LOOKED_AT))),
  );
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ data: { vendorId, deletedAt } }) => ![null, person.vendorId].includes(vendorId) && deletedAt === null)
    .sort((a, b) => (a.data.activityAt < b.data.activityAt ? 1 : -1))
    .slice(0, limit);
  const ids = [...new Set(rows.flatMap((row) => row.data.vendorId ?? []))].filter((id) => ID_PATTERN.test(id));
  const vendors = ids.length === 0 ? [] : await data.getMany(Vendors, ids);
  const names = new Map(vendors.flatMap((row) => (row ? [[row.id, row.data.name] as const] : [])));
  return rows.map((row) => toTalk(row, names, user.id));
}

const toTalk = ({ id, data }: Row<Conversation>, names: ReadonlyMap<string, string>, readerId: string): SellerTalk => ({
  id,
  sellerName: names.get(data.vendorId ?? '') ?? null,
  subject: textOf(data.metadata.productName) ?? textOf(data.metadata.subject),
  activityAt: data.activityAt,
  messageCount: data.messageSeq,
  isOpen: data.participantIds.includes(readerId),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
