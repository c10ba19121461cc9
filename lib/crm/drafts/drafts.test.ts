import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailThreads } from '#lib/crm/collections.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import { approvedReply, type Crm, CUSTOMER, draftOf, openCrm, receive, threadRow } from '#tests/support/crm.ts';
import { isActive } from './draft-rows.ts';
import {
  createDraft,
  listPendingDrafts,
  listTroubledDrafts,
  overtakeDraft,
  type Proposal,
  proposeDraft,
} from './drafts.ts';
import { draftsOfThread } from './queries.ts';
import { editDraft } from './review/review-draft.ts';

type Where = { readonly threadId: string; readonly messageId: string };
const proposal = ({ threadId, messageId }: Where, patch: Partial<Proposal> = {}): Proposal => ({
  threadId,
  replyToMessageId: messageId,
  key: messageId,
  body: 'Your order [order number] is on its way.',
  source: 'template',
  provider: 'embedded',
  model: null,
  promptVersion: 'rules-1',
  confidence: 'medium',
  foreignLinks: [],
  ...patch,
});
const activeOf = async ({ ctx }: Crm, threadId: string) =>
  (await ctx.data.find(draftsOfThread([threadId], 50))).rows.filter(({ data }) => isActive(data.status));

describe('createDraft', () => {
  it('creates a pending draft with the sender and the subject of the mail', async () => {
    const crm = await openCrm();
    const { threadId, messageId } = await receive(crm);

    const draft = await createDraft(crm.admin, threadId, 'It is on its way.');

    expect(draft).toMatchObject({
      status: 'pending',
      version: 1,
      replyToMessageId: messageId,
      toEmail: CUSTOMER,
      toName: 'Anna Bondar',
      subject: 'Re: Where is my order?',
      source: 'manual',
      originalBody: null,
      openSlots: [],
      messageId: null,
    });
    expect(await threadRow(crm.ctx, threadId)).toMatchObject({
      activeDraftId: draft.id,
      activeDraftStatus: 'pending',
    });
  });

  it('replies to the latest mail of a person, not to a bounce or an absence note', async () => {
    const crm = await openCrm();
    const { threadId } = await receive(crm);
    crm.ctx.clock.advance(SECOND_MS);
    const { messageId } = await receive(crm, { threadId, subject: 'And my refund?' });
    crm.ctx.clock.advance(SECOND_MS);
    await receive(crm, { threadId, kind: 'bounce', from: { email: 'mailer-daemon@mail.test', name: null } });
    await receive(crm, { threadId, kind: 'ooo', subject: 'Away' });

    const draft = await createDraft(crm.admin, threadId, 'Yes');

    expect(draft).toMatchObject({ replyToMessageId: messageId, toEmail: CUSTOMER, subject: 'Re: And my refund?' });
  });

  it('uses a Reply-To only in the domain of the sender', async () => {
    const crm = await openCrm();
    const own = await receive(crm, { replyTo: { email: 'orders@mail.test', name: null } });
    const other = await receive(crm, { replyTo: { email: 'anna@evil.test', name: null } });

    expect((await createDraft(crm.admin, own.threadId, 'Yes')).toEmail).toBe('orders@mail.test');
    expect((await createDraft(crm.admin, other.threadId, 'Yes')).toEmail).toBe(CUSTOMER);
  });

  it('keeps one active draft in a thread after four concurrent calls', async () => {
    const crm = await openCrm();
    const { threadId } = await receive(crm);

    await Promise.all([1, 2, 3, 4].map((n) => createDraft(crm.admin, threadId, `Reply ${n}`)));

    const active = await activeOf(crm, threadId);
    expect(active).toHaveLength(1);
    expect((await threadRow(crm.ctx, threadId)).activeDraftId).toBe(active[0]?.id);
  });

  it('supersedes the active draft and records which draft replaced it', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    const next = await createDraft(crm.admin, threadId, 'Better');

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'superseded', supersededBy: next.id });
  });

  it('writes into the surviving thread after a merge', async () => {
    const crm = await openCrm();
    const [older, younger] = [await receive(crm), await receive(crm)];
    await crm.ctx.data.update(EmailThreads, younger.threadId, { mergedInto: older.threadId });
    await crm.ctx.data.update(EmailThreads, older.threadId, { mergedFrom: [younger.threadId] });

    const draft = await createDraft(crm.admin, younger.threadId, 'Yes');

    expect(draft.threadId).toBe(older.threadId);
  });
});

describe('proposeDraft', () => {
  it('stores a proposal once for three concurrent calls', async () => {
    const crm = await openCrm();
    const where = await receive(crm);

    const made = await Promise.all([1, 2, 3].map(() => proposeDraft(crm.ctx, proposal(where))));

    expect(new Set(made.map(({ draft }) => draft?.id)).size).toBe(1);
    expect(made.filter((result) => result.draft !== null && result.created)).toHaveLength(1);
    expect(made[0]?.draft).toMatchObject({
      status: 'pending',
      openSlots: ['order number'],
      originalBody: expect.any(String),
    });
  });

  it('supersedes an untouched proposal', async () => {
    const crm = await openCrm();
    const where = await receive(crm);
    const first = await proposeDraft(crm.ctx, proposal(where));

    const second = await proposeDraft(crm.ctx, proposal(where, { key: null, body: 'Better' }));

    expect(second.draft?.status).toBe('pending');
    expect((await draftOf(crm.ctx, first.draft?.id ?? '')).supersededBy).toBe(second.draft?.id);
  });

  it('proposes nothing over a draft that a person wrote or edited, and nothing in a resolved thread', async () => {
    const crm = await openCrm();
    const manual = await receive(crm);
    await createDraft(crm.admin, manual.threadId, 'Mine');
    const edited = await receive(crm);
    const first = await proposeDraft(crm.ctx, proposal(edited));
    await editDraft(crm.admin, first.draft?.id ?? '', { body: 'Mine', version: 1 });
    const done = await receive(crm, { thread: { status: 'resolved' } });

    expect(await proposeDraft(crm.ctx, proposal(manual))).toEqual({ draft: null, why: 'in_hand' });
    expect(await proposeDraft(crm.ctx, proposal(edited, { key: null }))).toEqual({ draft: null, why: 'in_hand' });
    expect(await proposeDraft(crm.ctx, proposal(done))).toEqual({ draft: null, why: 'resolved' });
  });
});

describe('proposals for the mails of one thread', () => {
  const twoMails = async () => {
    const crm = await openCrm();
    const older = await receive(crm);
    crm.ctx.clock.advance(SECOND_MS);
    const newer = await receive(crm, { threadId: older.threadId, subject: 'And my refund?' });
    return { crm, older, newer };
  };

  it.each(['older first', 'newer first', 'both at once'])(
    'leave only the draft for the newer mail active: %s',
    async (order) => {
      const { crm, older, newer } = await twoMails();
      const [first, second] = order === 'newer first' ? [newer, older] : [older, newer];
      const propose = (where: Where) => proposeDraft(crm.ctx, proposal(where));

      const made =
        order === 'both at once'
          ? await Promise.all([propose(first), propose(second)])
          : [await propose(first), await propose(second)];

      const active = await activeOf(crm, older.threadId);
      expect(active.map(({ data }) => data.replyToMessageId)).toEqual([newer.messageId]);
      expect((await threadRow(crm.ctx, older.threadId)).activeDraftId).toBe(active[0]?.id);
      expect(made).toContainEqual({ draft: null, why: 'outdated' });
    },
  );

  it('are outdated after our own reply, unless a person requests a draft', async () => {
    const crm = await openCrm();
    const where = await receive(crm);
    crm.ctx.clock.advance(SECOND_MS);
    await receive(crm, { threadId: where.threadId, kind: 'own', direction: 'outbound' });

    expect(await proposeDraft(crm.ctx, proposal(where))).toEqual({ draft: null, why: 'outdated' });
    expect((await proposeDraft(crm.ctx, proposal(where, { key: null }))).draft?.status).toBe('pending');
  });
});

describe('overtakeDraft', () => {
  const overtake = async ({ ctx }: Crm, threadId: string) =>
    ctx.data.tx(async (t) => {
      const thread = await getLivingThread(t, threadId);
      const updatedAt = ctx.now().toISOString();
      t.update(EmailThreads, threadId, { ...(await overtakeDraft(t, thread, ctx.now())), updatedAt });
    });

  it('supersedes an untouched proposal and clears the active draft of the thread', async () => {
    const crm = await openCrm();
    const where = await receive(crm);
    const { draft } = await proposeDraft(crm.ctx, proposal(where));

    await overtake(crm, where.threadId);

    expect((await draftOf(crm.ctx, draft?.id ?? '')).status).toBe('superseded');
    expect(await threadRow(crm.ctx, where.threadId)).toMatchObject({ activeDraftId: null, activeDraftStatus: null });
  });

  it('keeps an approved draft active and marks the draft as stale', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);

    await overtake(crm, threadId);

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'approved', stale: true });
    expect((await threadRow(crm.ctx, threadId)).activeDraftId).toBe(id);
  });

  it('marks a draft that is being sent as stale, because the send may fail', async () => {
    const crm = await openCrm();
    const { id, threadId } = await approvedReply(crm);
    await crm.ctx.data.update(EmailDrafts, id, { status: 'sending' });

    await overtake(crm, threadId);

    expect(await draftOf(crm.ctx, id)).toMatchObject({ status: 'sending', stale: true });
  });
});

describe('listPendingDrafts', () => {
  it('returns pages of pending drafts, newest first, each with its thread', async () => {
    const crm = await openCrm();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      const { threadId } = await receive(crm);
      ids.unshift((await createDraft(crm.admin, threadId, `Reply ${n}`)).id);
      crm.ctx.clock.advance(SECOND_MS);
    }
    await approvedReply(crm);

    const first = await listPendingDrafts(crm.ctx, { limit: 2 });
    const second = await listPendingDrafts(crm.ctx, { limit: 2, cursor: first.nextCursor ?? undefined });

    expect([...first.drafts, ...second.drafts].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(first.drafts[0]?.thread).toMatchObject({
      subject: 'Where is my order?',
      status: 'new',
      sourceChannel: 'support',
    });
  });
});

describe('listTroubledDrafts', () => {
  it('returns only failed drafts and drafts of unknown outcome, newest first', async () => {
    const crm = await openCrm();
    const ids: string[] = [];
    for (const status of ['pending', 'approved', 'failed', 'sent', 'send_unknown', 'rejected'] as const) {
      const { id } = await approvedReply(crm);
      await crm.ctx.data.update(EmailDrafts, id, { status });
      ids.push(id);
      crm.ctx.clock.advance(SECOND_MS);
    }

    const troubled = await listTroubledDrafts(crm.ctx);

    expect(troubled.map(({ id }) => id)).toEqual([ids[4], ids[2]]);
    expect(troubled[0]?.thread.subject).toBe('Where is my order?');
  });
});
