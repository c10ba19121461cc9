import { describe, expect, it } from 'vitest';
import { MailboxError } from '#lib/crm/mailboxes/ports.ts';
import { mailboxContract } from '#tests/contract/mailbox.contract.ts';
import { testChannel } from '#tests/support/channel.ts';
import { openScriptedMailbox } from './scripted-mailbox.ts';

const now = () => new Date();

mailboxContract('scripted', async () => {
  const mailbox = openScriptedMailbox(now);
  let count = 0;
  return {
    mailbox,
    fresh: () => testChannel({ id: `box-${count++}` }),
    deliver: async ({ id }, raw) => void mailbox.deliver(id, raw),
    close: async () => {},
  };
});

describe('the scripted mailbox', () => {
  const channel = testChannel();

  it('breaks the connection once, after the scripted number of calls', async () => {
    const mailbox = openScriptedMailbox(now);
    mailbox.deliver(channel.id, 'Subject: a\r\n\r\n');
    mailbox.breakAfter(channel.id, 1);

    const box = await mailbox.open(channel);
    await box.search({ lastUid: 0, done: '$Done' });

    await expect(box.look(1)).rejects.toThrow(MailboxError);
    await expect(box.look(1)).rejects.toThrow(MailboxError);
    const again = await mailbox.open(channel);
    expect(await again.look(1)).toMatchObject({ uid: 1 });
    expect(mailbox.opened(channel.id)).toBe(2);
  });

  it('renumbers its mails under a new UIDVALIDITY', async () => {
    const mailbox = openScriptedMailbox(now);
    for (const n of [1, 2, 3]) mailbox.deliver(channel.id, `Subject: ${n}\r\n\r\n`);
    mailbox.expunge(channel.id, 1);

    mailbox.renumber(channel.id);

    expect((await mailbox.open(channel)).state).toMatchObject({ uidValidity: '2', uidNext: 3 });
    expect(mailbox.mails(channel.id).map(({ uid }) => uid)).toEqual([1, 2]);
  });

  it('fails as scripted, and then returns null for sent mail', async () => {
    const mailbox = openScriptedMailbox(now);
    const trouble = { kind: 'auth_failed', code: 'WrongLogin', words: 'no' } as const;
    mailbox.fail(channel.id, trouble);

    await expect(mailbox.open(channel)).rejects.toMatchObject({ trouble });
    expect(await mailbox.findSent(channel, 'a@b.test')).toBeNull();
  });
});
