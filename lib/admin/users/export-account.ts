import { logFailure } from '#lib/admin/exports/log-failure.ts';
import { casesOf } from '#lib/admin/moderation/moderation-queue.ts';
import { reportsBy } from '#lib/admin/moderation/reports.ts';
import { ownProcedureOf } from '#lib/admin/verification/own-procedures.ts';
import { proceduresOfOwner } from '#lib/admin/verification/queries.ts';
import { auditRow } from '#lib/audit/audit.ts';
import { listSessions } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { sentFieldsOf } from '#lib/messaging/cards/sent-fields.ts';
import { membershipsOf, messagesOf } from '#lib/messaging/queries.ts';
import { preferencesOf } from '#lib/notifications/deliver/preferences.ts';
import { toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { entriesOf } from '#lib/payments/books/journal.ts';
import { attemptsOfUser, newestPostings } from '#lib/payments/queries.ts';
import { purposes } from '#lib/payments/values.ts';
import { listAddresses } from '#lib/store/addresses/addresses.ts';
import { toOrderView } from '#lib/store/orders/order-view.ts';
import { vendorNames } from '#lib/store/orders/orders.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import { listWatches } from '#lib/store/watches/stock-watches.ts';
import { wishlistOf } from '#lib/store/wishlist/wishlists.ts';
import { adminUserOf } from './users.ts';

const PAGE = 200;

type Items = AsyncIterable<readonly unknown[]>;

/**
 * Streams everything that an account holds as one JSON document, section by section. Records the export before the
 * first byte. Rows that change meanwhile appear as they are when their page is read.
 */
export async function exportAccount(ctx: UserContext): Promise<AsyncGenerator<string, void>> {
  const now = ctx.now();
  const act = { action: 'account.exported', targetType: 'user', targetId: ctx.user.id };
  await ctx.data.batch((write) => auditRow(write, ctx, { ...act, now }));
  return logFailure(ctx, 'account', documentOf(ctx, now));
}

async function* documentOf(ctx: UserContext, now: Date): AsyncGenerator<string, void> {
  const { data, user } = ctx;
  const [{ sessions }, preferences, addresses, wishlist, { watches }] = await Promise.all([
    listSessions(ctx),
    preferencesOf(data, user),
    listAddresses(ctx),
    wishlistOf(ctx),
    listWatches(ctx),
  ]);
  yield `{"exportedAt":${JSON.stringify(now)}`;
  const account = { profile: adminUserOf(user), sessions, preferences, addresses, wishlist: wishlist.items, watches };
  for (const [name, value] of Object.entries(account)) yield `,\n${JSON.stringify(name)}:${JSON.stringify(value)}`;
  for (const [name, items] of Object.entries(listsOf(ctx))) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const page of items) {
      if (page.length === 0) continue;
      yield separator + page.map((item) => JSON.stringify(item)).join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

const listsOf = (ctx: UserContext): Readonly<Record<string, Items>> => ({
  orders: orders(ctx),
  payments: payments(ctx),
  walletEntries: walletEntries(ctx),
  messages: messages(ctx),
  procedures: procedures(ctx),
  reports: reports(ctx),
  appeals: appeals(ctx),
});

async function* orders({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => ordersNewestFirst({ userId: user.id }, PAGE, after))) {
    const names = await vendorNames(
      data,
      rows.map((row) => row.data),
    );
    yield rows.map((row) => toOrderView(row.id, row.data, names));
  }
}

async function* payments({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => attemptsOfUser(user.id, purposes, PAGE, after)))
    yield rows.map((row) => toLedgerView(row.data));
}

async function* walletEntries({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => newestPostings(userCredit(user.id), PAGE, after))) {
    const entries = await entriesOf(
      data,
      rows.map((row) => row.data.entryId),
    );
    yield rows.map(({ data: { entryId, at, amountMinor, currency } }) => {
      // The books hold what the shop owes the user as an amount below 0.
      const owed = { at, amountMinor: -amountMinor, currency };
      return { kind: entries.get(entryId)?.kind ?? null, subjectId: entries.get(entryId)?.subjectId ?? null, ...owed };
    });
  }
}

/**
 * The user's own messages, conversation by conversation, with what they wrote on polls, tasks and other cards. A deleted
 * message has no text any more.
 */
async function* messages({ data, user }: UserContext): Items {
  for (const conversationId of await conversationsOf({ data, user }))
    for await (const rows of pagesOf(data, (after) => messagesOf(conversationId, user.id, PAGE).after(after)))
      yield rows.map(({ id, data: row }) => ({
        ...{ id, conversationId, createdAt: row.createdAt, editedAt: row.editedAt, deletedAt: row.deletedAt },
        ...{ type: row.type, content: row.content, card: sentFieldsOf(row) },
        files: row.attachments.map((file) => file.name),
      }));
}

/**
 * Reads all memberships before the first message: a conversation that changes moves to the front of their order, and a
 * walk that is under way would miss it.
 */
async function conversationsOf({ data, user }: Pick<UserContext, 'data' | 'user'>): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const rows of pagesOf(data, (after) => membershipsOf(user.id, PAGE).after(after)))
    for (const row of rows) ids.add(row.data.conversationId);
  return ids;
}

async function* procedures({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => proceduresOfOwner(user.id, PAGE, after)))
    yield rows.map(ownProcedureOf);
}

/** What the user said against blocks, with the answers. */
async function* appeals({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => casesOf(user.id, PAGE, after)))
    yield rows.flatMap(({ data: { entityType, entityId, appealState, appeal } }) => {
      if (appeal === null) return [];
      const { text, at, decidedAt, reason } = appeal;
      return [{ entityType, entityId, state: appealState, text, at, decidedAt, answer: reason }];
    });
}

async function* reports({ data, user }: UserContext): Items {
  for await (const rows of pagesOf(data, (after) => reportsBy(user.id, PAGE, after)))
    yield rows.map(({ data: { entityId, reasonCode, comment, createdAt } }) => ({
      ...{ entityId, reasonCode, comment, createdAt },
    }));
}
