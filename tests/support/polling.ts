import { EmailMessages } from '#lib/crm/collections.ts';
import type { Channel, ChannelBook } from '#lib/crm/mailboxes/ports.ts';
import type { Store } from '#lib/data/store.ts';
import { openScriptedMailbox, type ScriptedMailbox } from '#services/mail/scripted-mailbox.ts';
import { testChannel, testServer } from '#tests/support/channel.ts';
import { openClock, type TestClock } from '#tests/support/clock.ts';
import { type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';

export const book = (...all: readonly Channel[]): ChannelBook => ({ all, defaultId: all[0]?.id ?? '', errors: [] });

export type Polling = {
  readonly ctx: TestContext;
  readonly clock: TestClock;
  readonly mailbox: ScriptedMailbox;
  readonly channel: Channel;
};

/** An inbox with one channel and a mailbox that follows a script. Others share its store with `data`. */
export async function openPolling(given: Overrides = {}): Promise<Polling> {
  const clock = openClock();
  const mailbox = openScriptedMailbox(clock.now);
  const channel = testChannel({ imap: testServer(1) });
  const ctx = await testContext({ now: clock.now, mailbox, channels: book(channel), ...given });
  return { ctx, clock, mailbox, channel };
}

/** A mail of a person, the same for the same number. */
export const askingMail = (n: number, text = 'Where is my parcel?'): string =>
  [
    `Message-ID: <asked-${n}@asker.test>`,
    'Date: Mon, 02 Mar 2026 09:00:00 +0000',
    `From: Asker ${n} <asker-${n}@asker.test>`,
    'To: support@example.test',
    `Subject: Question ${n}`,
    '',
    text,
    '',
  ].join('\r\n');

/** A mail nobody can read: one part more than a mail may have, many times over. */
export const unreadableMail = (n: number): string => {
  const parts = Array.from({ length: 600 }, () => '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n').join('');
  return `Message-ID: <broken-${n}@asker.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`;
};

/** The subjects of all stored mails, in order. */
export async function subjectsIn(data: Store): Promise<readonly string[]> {
  const rows = await everyRow(data, EmailMessages);
  return rows.map((row) => row.data.subject).sort();
}
