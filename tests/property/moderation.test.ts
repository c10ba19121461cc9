import { expect, it } from 'vitest';
import { ModerationCases } from '#lib/admin/collections.ts';
import { appealBlock, upholdBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity, dismissEntity, restoreEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import type { CaseStatus } from '#lib/admin/moderation/values.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import { reinstateVendor, suspendVendor } from '#lib/admin/vendors/suspend.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { notifyTopic } from '#lib/notifications/topics.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { type Act, atOnce } from '#tests/support/at-once.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { sizeOf } from '#tests/support/form.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { addProduct } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

const HISTORIES = sizeOf('MODERATION_HISTORIES', { short: 12, long: 200 });
const STEPS = 14;
/** So many reports hide a message until a decision. */
const HIDING = 2;

/** The allowed verdicts, written by hand and not read from the code under test. */
const RULES = 'Against the rules';
const SUSPENSION = 'Sends nothing';
const legal: Readonly<Record<string, readonly string[]>> = {
  'entity.blocked': ['open → blocked', 'dismissed → blocked', 'restored → blocked'],
  'entity.dismissed': ['open → dismissed'],
  'entity.restored': ['blocked → restored'],
  'entity.appeal-upheld': ['open → upheld'],
};
const everyVerdict = Object.entries(legal).flatMap(([action, moves]) => moves.map((move) => `${action}: ${move}`));
/** The owner is told of every verdict but a dismissal. */
const told = ['entity.blocked', 'entity.restored', 'entity.appeal-upheld'];

/** An author with a message, a shop and a product; three people who report; two administrators. */
async function openWorld(random: Random) {
  const world = await testContext({ vars: { MODERATION_AUTO_HIDE_REPORTS: String(HIDING) } });
  const author = await asUser(world, { name: 'Ann', bio: 'I sell coins' });
  const reporters = [await asUser(world), await asUser(world), await asUser(world)];
  const admins = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];
  const shop = await createVendor(world, {
    ...{ name: 'Fine Coins', country: 'UA', contactEmail: 'shop@plaza.test', ownerId: author.user.id },
  });
  const status = random.pick(['published', 'published', 'hidden', 'draft'] as const);
  await addProduct(world, 'prd_coin', 1, { vendorId: shop, status });
  const people = [author, ...reporters].map(({ user }) => user.id);
  const conversation = testConversation(people, world.now());
  await putConversation(world, conversation);
  const message = await putMessage(world, conversation.id, { senderId: author.user.id, content: 'Buy my coins' });
  const ids = { message, profile: author.user.id, shop, product: 'prd_coin' };
  return { world, author, reporters, admins, ids };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** What the acts of a history did, told by their answers and not by the rows. */
type Tally = { appeals: number; reports: number; refusals: number; sellers: number };

/** Returns a random act of a reporter, the author or an administrator. Most states refuse most acts. */
function actOf(random: Random, { author, reporters, admins, ids }: World, known: readonly ModerationCase[]) {
  const entityId = random.pick(Object.values(ids));
  const seen = known.find((row) => row.entityId === entityId)?.version;
  const version = seen !== undefined && random.chance(0.6) ? { version: Math.max(1, seen - random.int(2)) } : {};
  const decision = { entityId, reason: RULES, ...version };
  const decided = (decide: typeof blockEntity) => () => decide(random.pick(admins), decision);
  return random.pick<{ readonly kind: keyof Tally; readonly act: Act }>([
    { kind: 'reports', act: () => report(random.pick(reporters), { entityId, reasonCode: 'spam' }) },
    { kind: 'appeals', act: () => appealBlock(author, { entityId, text: 'It was a joke' }) },
    { kind: 'appeals', act: () => appealBlock(author, { entityId, text: 'Look again' }) },
    ...[blockEntity, blockEntity, dismissEntity, restoreEntity, restoreEntity, upholdBlock, upholdBlock].map(
      (decide) => ({ kind: 'refusals' as const, act: decided(decide) }),
    ),
    // An administrator acts on the seller beside its case.
    { kind: 'sellers', act: () => suspendVendor(random.pick(admins), ids.shop, { reason: SUSPENSION }) },
    { kind: 'sellers', act: () => reinstateVendor(random.pick(admins), ids.shop, {}) },
  ]);
}

/** Performs acts at once, and counts the appeals that were accepted and the decisions that a rule refused. */
async function perform(acts: readonly ReturnType<typeof actOf>[], tally: Tally): Promise<void> {
  const statuses = await atOnce(acts.map(({ act }) => act));
  for (const [at, { kind }] of acts.entries()) {
    const status = statuses[at] ?? 0;
    if (kind === 'refusals' ? status === 403 || status === 409 : status === 200) tally[kind] += 1;
  }
}

async function stateOf({ world, author, ids }: World) {
  const [cases, audit, outbox, message, user, vendor, product] = await Promise.all([
    everyRow(world.data, ModerationCases),
    everyRow(world.data, AuditLog),
    everyRow(world.data, Outbox),
    world.data.need(Messages, ids.message),
    world.data.need(Users, author.user.id),
    world.data.need(Vendors, ids.shop),
    world.data.need(Products, ids.product),
  ]);
  const acts = audit.map(({ data }) => data).filter(({ action }) => action.startsWith('entity.'));
  return {
    cases: cases.map(({ data }) => data),
    verdicts: acts.filter(({ result }) => result === 'ok'),
    denied: acts.filter(({ result }) => result === 'denied').length,
    notices: outbox.flatMap(({ data: { topic, payload } }) =>
      topic === notifyTopic.name && String(payload?.template).startsWith('moderation.') ? [payload] : [],
    ),
    /** The acts of administrators on the seller that had an effect. */
    sellerActs: audit
      .map(({ data }) => data)
      .filter(({ action, result }) => action.startsWith('vendor.') && result === 'ok'),
    things: { message: message.data, user: user.data, vendor: vendor.data, product: product.data },
  };
}
type State = Awaited<ReturnType<typeof stateOf>>;

/** The fields that tell a change apart from the thing itself: counters, and the time of the last change. */
function withoutTraces({ things: { message, user, vendor, product } }: State) {
  const { rev: _, ...said } = message;
  const { updatedAt: __, ...person } = user;
  const { updatedAt: ___, version: ______, ...shop } = vendor;
  const { updatedAt: ____, version: _____, ...goods } = product;
  return { message: said, user: person, vendor: shop, product: goods };
}

function expectSound({ ids }: World, first: State, now: State, tally: Tally): void {
  const { cases, verdicts, denied, notices } = now;
  for (const row of cases)
    expectFounded(
      row,
      verdicts.filter(({ targetId }) => targetId === row.entityId),
    );
  const versions = cases.reduce((sum, { version }) => sum + version, 0);
  const reports = cases.reduce((sum, { reportCount }) => sum + reportCount, 0);
  // Each version of a case has exactly one cause: a new report, a verdict on record, or an appeal.
  expect(versions).toBe(reports + verdicts.length + tally.appeals);
  expect(reports).toBeLessThanOrEqual(tally.reports);
  expect(denied).toBe(tally.refusals);
  expect(notices).toHaveLength(verdicts.filter(({ action }) => told.includes(action)).length);
  const answers = notices.filter((notice) => String(notice?.template).startsWith('moderation.appeal_')).length;
  expect(answers + cases.filter(({ appealState }) => appealState === 'open').length).toBe(tally.appeals);
  expectEffects(ids, first, now);
}

const transitionOf = ({ action, before, after }: State['verdicts'][number]): string =>
  `${action}: ${Object.values(before ?? {})[0]} → ${Object.values(after ?? {})[0]}`;

/** Asserts that the verdicts on record are allowed ones and explain the present status. */
function expectFounded(row: ModerationCase, verdicts: State['verdicts']): void {
  for (const verdict of verdicts) expect(everyVerdict).toContain(transitionOf(verdict));
  const count = (action: string) => verdicts.filter((verdict) => verdict.action === action).length;
  expect(count('entity.blocked') - count('entity.restored')).toBe(row.status === 'blocked' ? 1 : 0);
  expect(row.decidedAt === null).toBe(verdicts.length === 0);
  expect(row.status === 'open' || verdicts.some(({ after }) => after?.status === row.status)).toBe(true);
  expect(row.appealState === 'none').toBe(row.appeal === null);
  if (row.appealState === 'open' || row.appealState === 'upheld')
    expect([row.appealState, row.appeal?.decidedAt === null]).toEqual([row.appealState, row.appealState === 'open']);
  if (row.appealState === 'open') expect(row.status).toBe('blocked');
}

/** Asserts that a thing is down exactly while its case says so, and otherwise as it was at first. */
function expectEffects(ids: World['ids'], first: State, now: State): void {
  const statusOf = (id: string): CaseStatus | undefined => now.cases.find(({ entityId }) => entityId === id)?.status;
  const isDown = (id: string) => statusOf(id) === 'blocked';
  const isHidden = now.cases.some(({ entityId, isHidden: hidden }) => entityId === ids.message && hidden);
  const [was, is] = [withoutTraces(first), withoutTraces(now)];
  const isShopDown = isDown(ids.shop) || isDown(ids.profile);

  expect(is.message).toEqual({
    ...was.message,
    blockedAt: isDown(ids.message) || isHidden ? expect.any(String) : null,
  });
  expect(is.user).toEqual({
    ...was.user,
    ...(isDown(ids.profile) && { status: 'restricted', restrictedReason: RULES }),
  });
  // The administrator's word stands beside that of the cases: the shop sells only while neither keeps it down.
  const { status, suspendedBy, statusReason } = is.vendor;
  expect({ ...is.vendor, status: 'approved', suspendedBy: null, statusReason: null }).toEqual(was.vendor);
  const acted = (action: string) => now.sellerActs.filter((act) => act.action === action).length;
  expect(acted('vendor.suspended') - acted('vendor.reinstated')).toBe(suspendedBy === 'admin' ? 1 : 0);
  if (isShopDown) expect(status).toBe('suspended');
  if (status === 'suspended' && suspendedBy === 'moderation') expect([isShopDown, statusReason]).toEqual([true, RULES]);
  if (status === 'suspended' && suspendedBy === 'admin') expect(statusReason).toBe(SUSPENSION);
  if (status === 'approved') expect([isShopDown, suspendedBy, statusReason]).toEqual([false, null, null]);
  expect(is.product).toEqual({
    ...was.product,
    ...(isDown(ids.product) && { status: 'blocked', blockedReason: RULES }),
  });
}

it('a case makes only allowed verdicts, each with its effect, record and notice, while two administrators act at once', async () => {
  const firstSeed = Date.now() % 1_000_000;
  const happened = new Set<string>();
  const isMissing = () => everyVerdict.some((verdict) => !happened.has(verdict));
  // Chance must not leave out a verdict, or the test would prove nothing about it.
  for (let n = 0; n < HISTORIES || (isMissing() && n < 10 * HISTORIES); n++) {
    const seed = firstSeed + n;
    const random = randomFrom(seed);
    const opened = await openWorld(random);
    const first = await stateOf(opened);
    const tally: Tally = { appeals: 0, reports: 0, refusals: 0, sellers: 0 };

    let now = first;
    for (let step = 0; step < STEPS; step++) {
      opened.world.clock.advance(MINUTE_MS);
      const acts = Array.from({ length: 1 + random.int(3) }, () => actOf(random, opened, now.cases));
      await perform(acts, tally);
      now = await stateOf(opened);
      for (const verdict of now.verdicts) happened.add(transitionOf(verdict));
      try {
        expectSound(opened, first, now, tally);
      } catch (cause) {
        throw new Error(`seed ${seed}, step ${step}`, { cause });
      }
    }
  }
  expect([...happened].sort()).toEqual(everyVerdict.toSorted());
});
