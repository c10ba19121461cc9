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

/** Opens an inbox with one channel and a scripted mailbox. Pass `data` to share its store with another. */
export async function openPolling(given: Overrides = {}): Promise<Polling> {
  const clock = openClock();
  const mailbox = openScriptedMailbox(clock.now);
  const channel = testChannel({ imap: testServer(1) });
  const ctx = await testContext({ now: clock.now, mailbox, channels: book(channel), ...given });
  return { ctx, clock, mailbox, channel };
}

/** Returns a person's mail; the same number gives the same mail. */
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

/** Returns a mail that cannot be read: it has many more parts than a mail may have. */
export const unreadableMail = (n: number): string => {
  const parts = Array.from({ length: 600 }, () => '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n').join('');
  return `Message-ID: <broken-${n}@asker.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`;
};

/** Returns the subjects of all stored mails, in order. */
export async function subjectsIn(data: Store): Promise<readonly string[]> {
  const rows = await everyRow(data, EmailMessages);
  return rows.map((row) => row.data.subject).sort();
}
