import { after, before, DAY_MS, dayOf, HOUR_MS, SECOND_MS } from '#lib/core/time.ts';
import {
  EmailApiUsage,
  EmailContacts,
  EmailDeadLetters,
  EmailDrafts,
  EmailMessages,
  EmailTasks,
  EmailThreads,
} from '#lib/crm/collections.ts';
import { contactIdOf } from '#lib/crm/contacts/contact-id.ts';
import { newContact } from '#lib/crm/contacts/note-contact.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { intents, sentiments } from '#lib/language/values.ts';
import type { EmailPerson } from '#lib/mail/schemas/person.ts';
import { mailKinds } from '#lib/mail/values.ts';
import { deadLetterRow, draftRow, messageRow, taskRow, threadRow, usageRow } from '#tests/support/inbox-rows.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';

export type History = {
  readonly days: number;
  readonly threads: number;
  readonly mailsPerThread: number;
  /** Threads and mails alone, without the drafts, tasks and other rows that accumulate beside them. */
  readonly bare?: boolean;
};
const CHUNK = 400;
const firsts = ['Rustic', 'Sleek', 'Modern', 'Tiny', 'Heavy', 'Gentle', 'Bright', 'Quiet', 'Sturdy', 'Classic'];
const things = ['lamp', 'chair', 'table', 'mug', 'shelf', 'blanket', 'clock', 'kettle', 'mirror', 'basket'];

/** Fills a store with a random inbox of some days; the same seed gives the same inbox. */
export async function fillInbox(
  data: Store,
  now: Date,
  { days, threads, mailsPerThread, bare = false }: History,
  seed: number,
) {
  const random = randomFrom(seed);
  const writes: ((write: Writer) => void)[] = [];
  const moment = (): Date => new Date(now.getTime() - random.int(days * DAY_MS - HOUR_MS) - SECOND_MS);
  for (let n = 0; n < threads; n++) {
    const id = `thr_${n}`;
    const begun = moment();
    const who = personOf(n);
    const subject = `${random.pick(firsts)} ${random.pick(things)} ${n}`;
    writes.push((write) =>
      write.create(EmailThreads, id, { ...randomThread(random, n, begun, now), ...partOf(who), subject }),
    );
    for (let m = 0; m < mailsPerThread; m++)
      writes.push((write) =>
        write.create(EmailMessages, `eml_${n}-${m}`, { ...randomMail(random, id, moment()), from: who, subject }),
      );
    if (bare) continue;
    writes.push((write) => write.set(EmailContacts, contactIdOf(who.email), contactOf(who, begun.toISOString())));
    if (random.chance(0.6))
      writes.push((write) => write.create(EmailDrafts, `drf_${n}`, randomDraft(random, id, moment(), now)));
    if (random.chance(0.3))
      writes.push((write) => write.create(EmailTasks, `tsk_${n}`, randomTask(random, id, moment(), now)));
    if (random.chance(0.7))
      writes.push((write) => write.create(EmailApiUsage, `use_${n}`, randomCall(random, moment().toISOString())));
    if (random.chance(0.05))
      writes.push((write) => write.create(EmailDeadLetters, `dlt_${n}`, deadLetterRow(moment().toISOString())));
  }
  for (let at = 0; at < writes.length; at += CHUNK)
    await data.batch((write) => {
      for (const one of writes.slice(at, at + CHUNK)) one(write);
    });
}

/** Returns a random time after `from`, but not after `now`. */
const later = (random: Random, from: Date, now: Date): string => {
  const at = Date.parse(after(from, random.int(3 * DAY_MS)));
  return new Date(Math.min(at, now.getTime())).toISOString();
};

/** Returns a person. Two threads in three come from a new one. */
const personOf = (n: number): EmailPerson => {
  const who = n % 3 === 0 ? Math.floor(n / 3) : n;
  return { email: `asker-${who}@asker.test`, name: `Asker ${who}` };
};

const partOf = (who: EmailPerson) => ({
  contact: { id: contactIdOf(who.email), ...who },
  participants: [who],
  participantIds: [contactIdOf(who.email)],
});

const contactOf = ({ email, name }: EmailPerson, at: string) =>
  newContact({ email, name }, { source: 'mail', sortAt: at, createdAt: at });

function randomThread(random: Random, n: number, begun: Date, now: Date) {
  const status = random.pick(threadStatuses);
  // Some mails are dated before they arrived.
  const askedAt = before(begun, random.int(DAY_MS));
  return threadRow(begun.toISOString(), {
    status,
    mergedInto: random.chance(0.05) && n > 0 ? 'thr_0' : null,
    resolvedAt: status === 'resolved' ? later(random, begun, now) : null,
    beganAt: askedAt,
    askedAt,
    firstReplyAt: random.chance(0.5) ? later(random, begun, now) : null,
    lastMessageAt: later(random, begun, now),
  });
}

function randomMail(random: Random, threadId: string, at: Date) {
  const isOut = random.chance(0.35);
  const kind = isOut ? 'own' : random.chance(0.7) ? 'human' : random.pick(mailKinds.filter((one) => one !== 'own'));
  const sentimentMilli = kind === 'human' && random.chance(0.9) ? random.int(2001) - 1000 : null;
  const milli = sentimentMilli ?? 0;
  return messageRow(at.toISOString(), {
    threadId,
    kind,
    channelId: random.pick(['support', 'sales', 'gone']),
    direction: isOut ? 'outbound' : 'inbound',
    deliveryStatus: isOut ? random.pick(['sending', 'sent', 'sent', 'delivered', 'failed', 'unknown', null]) : null,
    intent: kind === 'human' && random.chance(0.9) ? random.pick(intents) : null,
    sentimentMilli,
    sentiment: sentimentMilli === null ? null : (sentiments[milli > 200 ? 0 : milli < -200 ? 2 : 1] ?? null),
    textPreview: `About the ${random.pick(things)}. ${'A line of a mail that somebody has written. '.repeat(1 + random.int(30))}`,
  });
}

function randomDraft(random: Random, threadId: string, at: Date, now: Date) {
  const status = random.pick(draftStatuses);
  const isAllowed = ['approved', 'sending', 'sent', 'failed', 'send_unknown'].includes(status);
  return draftRow(at.toISOString(), {
    threadId,
    status,
    approvedAt: isAllowed ? later(random, at, now) : null,
    rejectedAt: status === 'rejected' ? later(random, at, now) : null,
    editedAt: random.chance(0.4) ? later(random, at, now) : null,
    sentAt: status === 'sent' ? later(random, at, now) : null,
    body: 'It is on its way and will be with you soon. '.repeat(1 + random.int(20)),
  });
}

function randomTask(random: Random, threadId: string, at: Date, now: Date) {
  const status = random.pick(taskStatuses);
  return taskRow(at.toISOString(), {
    threadId,
    status,
    completedAt: status === 'completed' ? later(random, at, now) : null,
  });
}

function randomCall(random: Random, at: string) {
  const model = random.pick(['rules', 'small', 'large']);
  return usageRow(at, {
    day: dayOf(at),
    purpose: random.pick(['classify', 'draft', 'agent']),
    provider: model === 'rules' ? 'embedded' : 'openai-compatible',
    model,
    inputTokens: random.int(2_000),
    cachedInputTokens: random.int(100),
    outputTokens: random.int(500),
    costMicros: model === 'rules' ? 0 : model === 'large' && random.chance(0.5) ? null : random.int(5_000),
    ok: random.chance(0.9),
  });
}
