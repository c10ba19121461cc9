import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { EmailDrafts, EmailMessages, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { activeDraftStatuses } from '#lib/crm/drafts/values.ts';
import { openTaskStatuses } from '#lib/crm/tasks/values.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';
import { getThreadDetail, listThreads } from '#lib/crm/threads/threads.ts';
import { type Crm, CUSTOMER, openCrm, SUPPORT } from '#tests/support/crm.ts';
import { sizeOf } from '#tests/support/form.ts';
import { takeMail, type WrittenMail } from '#tests/support/mails.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { everyRow } from '#tests/support/world.ts';

const onFirestore = process.env.TEST_DRIVER === 'firestore';
const SEEDS = sizeOf('DRAFT_SEEDS', onFirestore ? { short: 2, long: 6 } : { short: 60, long: 1_000 });
/** Clock offsets of a mail: behind, equal and ahead, by seconds and by days. */
const OFF_MS = [
  -3 * 86_400_000,
  -86_400_000,
  -600_000,
  -300_000,
  -1_000,
  0,
  0,
  1_000,
  300_000,
  86_400_000,
  259_200_000,
];
/** The rules answer the first three; for the last two they ask a person to write the answer. */
const TEXTS = [
  'Where is my order?',
  'I want to return the lamp and get my money back.',
  'When will you ship my parcel?',
  'Zzz qqq.',
  'Hmm.',
];

type Story = { readonly mails: readonly WrittenMail[]; readonly isSent: boolean };

/** Returns two to five mails of both sides, in any order. Each names all, some or none of those before it. */
function storyOf(random: Random, now: Date): Story {
  const written: WrittenMail[] = [];
  const mids: string[] = [];
  for (let n = 0; n < 2 + random.int(4); n++) {
    const isOurs = n > 0 && random.chance(0.3);
    const named = mids.length > 0 && random.chance(0.8) ? random.some(mids, 1, mids.length) : [];
    const date = new Date(now.getTime() + n * random.pick([0, SECOND_MS, MINUTE_MS]) + random.pick(OFF_MS));
    mids.push(`m${n}@mail.test`);
    written.push({
      mid: `m${n}@mail.test`,
      ...(isOurs ? { from: SUPPORT, to: CUSTOMER } : { from: CUSTOMER, to: SUPPORT }),
      date: date.toUTCString(),
      references: named,
      ...(named[0] !== undefined && random.chance(0.7) && { inReplyTo: named[0] }),
      text: random.pick(TEXTS),
    });
  }
  return { mails: random.some(written, written.length, written.length), isSent: random.chance(0.3) };
}

async function settle({ ctx }: Crm): Promise<void> {
  for (let tries = 0; tries < 5 && (await ctx.drain()) > 0; tries++) ctx.clock.advance(SECOND_MS);
}

/** Approves and sends a draft that is ready, as a person would. */
async function sendSome(crm: Crm): Promise<void> {
  const pending = (await everyRow(crm.ctx.data, EmailDrafts)).find(
    ({ data }) => data.status === 'pending' && data.openSlots.length === 0,
  );
  if (!pending) return;
  await approveDraft(crm.admin, pending.id, {});
  await sendDraft(crm.admin, pending.id, {});
}

/** Returns each living thread's number of active drafts and reply tasks, and whether a person wrote its latest mail. */
async function duties({ ctx: { data } }: Crm) {
  const [threads, mails, drafts, tasks] = await Promise.all([
    everyRow(data, EmailThreads),
    everyRow(data, EmailMessages),
    everyRow(data, EmailDrafts),
    everyRow(data, EmailTasks),
  ]);
  const homeOf = async (id: string) => (await getLivingThread(data, id)).id;
  const active = await Promise.all(
    drafts
      .filter(({ data: { status } }) => activeDraftStatuses.some((one) => one === status))
      .map(({ data: { threadId } }) => homeOf(threadId)),
  );
  const asked = await Promise.all(
    tasks
      .filter(
        ({ data: { taskType, status } }) => taskType === 'reply' && openTaskStatuses.some((one) => one === status),
      )
      .map(({ data: { threadId } }) => homeOf(threadId)),
  );
  return threads
    .filter(({ data: { mergedInto } }) => mergedInto === null)
    .map(({ id, data: { latestId } }) => ({
      waitsForUs: mails.find((mail) => mail.id === latestId)?.data.kind === 'human',
      drafts: active.filter((one) => one === id).length,
      tasks: asked.filter((one) => one === id).length,
    }));
}

describe('I6', () => {
  it('a thread that waits for us has one active draft or reply task, in any order of its mails', {}, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomFrom(seed);
      const crm = await openCrm();
      const { mails, isSent } = storyOf(random, crm.ctx.now());
      for (const mail of mails) {
        await takeMail(crm.ctx, mail);
        if (random.chance(0.5)) await settle(crm);
        if (isSent && random.chance(0.3)) await sendSome(crm);
        crm.ctx.clock.advance(random.pick([0, 400, SECOND_MS, MINUTE_MS]));
      }
      await settle(crm);

      for (const thread of await duties(crm)) {
        if (thread.waitsForUs) expect(thread.drafts + thread.tasks, `seed ${seed}`).toBe(1);
        else expect(thread.drafts, `seed ${seed}`).toBe(0);
      }
      await crm.ctx.data.close();
    }
  });

  const order = (mid: string, more: WrittenMail = {}): WrittenMail => ({
    ...{ mid, from: CUSTOMER, to: SUPPORT, text: 'Where is my order?', ...more },
  });
  const draftsOf = async (crm: Crm, status: string) =>
    (await everyRow(crm.ctx.data, EmailDrafts)).filter(({ data }) => data.status === status);

  it.each([
    ['within the same second', 0],
    ['five minutes behind our clock', -5 * MINUTE_MS],
    ['ten minutes behind our clock', -10 * MINUTE_MS],
    ['three days behind our clock', -3 * 86_400_000],
  ])('a customer’s reply dated %s gets a draft, bumps its thread and comes last in it', async (_, off) => {
    const crm = await openCrm();
    await takeMail(crm.ctx, order('ask@mail.test', { date: crm.ctx.now().toUTCString() }));
    await settle(crm);
    await sendSome(crm);
    const [sent] = await draftsOf(crm, 'sent');
    crm.ctx.clock.advance(SECOND_MS);
    const other = await takeMail(crm.ctx, { from: 'bob@mail.test', to: SUPPORT, date: crm.ctx.now().toUTCString() });
    crm.ctx.clock.advance(SECOND_MS);

    const date = new Date(crm.ctx.now().getTime() + off).toUTCString();
    const again = order('again@mail.test', { date, inReplyTo: sent?.data.messageId ?? '' });
    const { id, threadId } = await takeMail(crm.ctx, again);
    await settle(crm);

    const { thread, messages } = await getThreadDetail(crm.ctx, threadId);
    expect(thread).toMatchObject({ status: 'ongoing', activeDraftStatus: 'pending' });
    expect((await draftsOf(crm, 'pending')).filter(({ data }) => data.replyToMessageId === id)).toHaveLength(1);
    expect(messages.at(-1)?.id).toBe(id);
    const { threads } = await listThreads(crm.ctx, { limit: 10 });
    expect(threads.map((one) => one.id)).toEqual([threadId, other.threadId]);
  });

  it('a mail that arrives during a send gets its own draft after the send', async () => {
    const crm = await openCrm();
    await takeMail(crm.ctx, order('ask@mail.test'));
    await settle(crm);
    const [draft] = await draftsOf(crm, 'pending');
    await approveDraft(crm.admin, draft?.id ?? '', {});
    const going = Promise.withResolvers<void>();
    const { channelSender } = crm.ctx;
    const slow: typeof channelSender = {
      ...channelSender,
      send: async (channel, mail) => {
        await going.promise;
        return channelSender.send(channel, mail);
      },
    };
    const sending = sendDraft({ ...crm.admin, channelSender: slow }, draft?.id ?? '', {});
    await expect.poll(() => draftsOf(crm, 'sending')).toHaveLength(1);
    crm.ctx.clock.advance(SECOND_MS);
    const more = await takeMail(crm.ctx, order('more@mail.test', { inReplyTo: 'ask@mail.test' }));
    await settle(crm);
    expect(await draftsOf(crm, 'pending')).toHaveLength(0);

    going.resolve();
    await sending;
    await settle(crm);

    const { thread, drafts } = await getThreadDetail(crm.ctx, more.threadId);
    expect(thread.status).toBe('ongoing');
    expect(drafts.map(({ status, replyToMessageId }) => [status, replyToMessageId === more.id])).toEqual([
      ['pending', true],
      ['sent', false],
    ]);
  });
});
