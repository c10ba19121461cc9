import { describe, expect, it } from 'vitest';
import { verdictOf } from '#lib/mail/verdict.ts';
import { plainMail } from '#tests/support/parsed-mail.ts';

const verdict = async (from: string, subject: string, text: string, ...headers: string[]) =>
  verdictOf(
    await plainMail([`From: ${from}`, `Subject: ${subject}`, 'In-Reply-To: <d.1@plaza.test>', ...headers], text),
    new Set(),
  );

describe('a reply from a mailing-list server', () => {
  it.each([
    [
      'Mailman',
      'news-bounces@l.test',
      'Your message to News awaits moderator approval',
      "Your mail to 'News' with the subject\n\n    Hello\n\nIs being held until the list moderator can review it for approval.",
    ],
    [
      'Mailman 3',
      'news-owner@l.test',
      'Your message to news@l.test awaits moderator approval',
      'The message is held because the sender is not a member.',
    ],
    [
      'Majordomo',
      'owner-news@l.test',
      'Your message to news',
      'Your post to news was sent to the moderators for approval.',
    ],
    [
      'LISTSERV',
      'LISTSERV@l.test',
      'Message to NEWS',
      'Your message has been submitted to the moderator\nof the NEWS list: its posting requires approval.',
    ],
  ])('is a transient bounce when %s holds the mail for a moderator', async (_, from, subject, text) => {
    expect(await verdict(from, subject, text, 'Precedence: list')).toMatchObject({
      kind: 'bounce',
      bounce: { outcome: 'transient', hard: false, originalMessageId: 'd.1@plaza.test' },
    });
  });

  it.each([
    [
      'Mailman',
      'news-bounces@l.test',
      'Request to mailing list News rejected',
      'Your request to the News mailing list\n\n    Posting of your message titled "Hello"\n\nhas been rejected by the list moderator.',
    ],
    [
      'Mailman without a moderator',
      'news-owner@l.test',
      'Hello',
      'You are not allowed to post to this mailing list, and your message has\nbeen automatically rejected.',
    ],
    [
      'LISTSERV',
      'LISTSERV@l.test',
      'Rejected posting to NEWS@L.TEST',
      'You are not authorized to send mail to the NEWS list from your\nsales@plaza.test account.',
    ],
    ['Majordomo', 'Majordomo@l.test', 'BOUNCE news@l.test: Non-member submission', 'Only subscribers may post.'],
    ['Sympa', 'sympa@l.test', 'Message distribution denied', 'Your message for list news has been rejected.'],
  ])('is a permanent bounce, but not a hard one, when %s rejects the mail', async (_, from, subject, text) => {
    expect(await verdict(from, subject, text, 'Auto-Submitted: auto-replied')).toMatchObject({
      kind: 'bounce',
      bounce: { outcome: 'permanent', hard: false },
    });
  });

  it('names the list by its headers, else by the address of the sender', async () => {
    const said = ['Hello', 'You are not allowed to post to this list.'] as const;
    const address = async (from: string, ...headers: string[]) =>
      (await verdict(from, ...said, ...headers)).bounce?.recipients[0]?.address;

    expect(await address('mailman@l.test', 'List-Post: <mailto:News@l.test>')).toBe('news@l.test');
    expect(await address('mailman@l.test', 'X-BeenThere: news@l.test')).toBe('news@l.test');
    expect(await address('News-Bounces@l.test')).toBe('news@l.test');
    expect(await address('owner-news@l.test', 'Precedence: bulk')).toBe('news@l.test');
    expect(await address('mailman@l.test')).toBeUndefined();
  });

  it.each([
    [
      'a person who mentions a rejection',
      'ann@shop.test',
      'My message was rejected',
      'Your message to the list has been rejected, it says. Why?',
    ],
    ['a list that sends a digest', 'news-request@l.test', 'News digest, vol 5', 'Today: how lists are moderated'],
    [
      'an office address',
      'purchasing-admin@corp.test',
      'Re: Order',
      'The purchase is pending approval, and your message was rejected by our filter.',
    ],
  ])('is not recognised in a mail from %s', async (_, from, subject, text) => {
    expect((await verdict(from, subject, text)).kind).toBe('human');
  });

  it('is not recognised in a list post that mentions posting rules', async () => {
    const post = 'Only members can post here, said the owner.';

    expect((await verdict('ann@x.test', 'Welcome', post, 'Sender: news-bounces@l.test')).kind).toBe('human');
  });

  // Quadratic work over a million characters would take 10^12 steps, far beyond the timeout of the test.
  it.each([
    'your message ',
    'your message\n',
    'request to mailing list ',
    'held ',
    '\n',
    'posting of your message titled ',
  ])('is searched for in a million characters without quadratic work: %j', async (piece) => {
    const long = piece.repeat(Math.ceil(1_000_000 / piece.length));

    expect((await verdict('mailman@l.test', 'Hello', long)).kind).toBe('human');
  });
});
