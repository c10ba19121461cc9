import { describe, expect, it } from 'vitest';
import { parsedText, plainMail, reportMail } from '#tests/support/parsed-mail.ts';
import { verdictOf } from './verdict.ts';

const nobody: ReadonlySet<string> = new Set();
const kindOf = async (headers: readonly string[], text?: string) =>
  verdictOf(await plainMail(headers, text), nobody).kind;
const ANN = 'From: Ann <ann@shop.test>';

describe('verdictOf', () => {
  it('returns own for a mail from our address, unless the trusted server reports a DMARC failure', async () => {
    const own = new Set(['sales@plaza.test']);
    const mail = await plainMail(['From: Sales <Sales@plaza.test>']);
    const seen = (dmarc: string | null) => verdictOf(mail, own, { spf: null, dkim: null, dmarc });
    expect(verdictOf(mail, own)).toEqual({ kind: 'own', bounce: null, flags: [] });
    expect(seen('pass').kind).toBe('own');
    expect(seen(null).kind).toBe('own');
    expect(seen('fail')).toEqual({ kind: 'human', bounce: null, flags: ['spoofSuspected'] });
  });

  it('returns complaint for a feedback report, even from a mail daemon', async () => {
    const fields = 'Feedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: <Bob@home.test>';
    const mail = await reportMail(['From: Mailer-Daemon@mx.test'], 'feedback-report', [
      ['text/plain', 'An abuse report.'],
      ['message/feedback-report', fields],
      ['message/rfc822', 'From: sales@plaza.test\nMessage-ID: <d.1@plaza.test>\n\nHi'],
    ]);
    expect(verdictOf(mail, nobody)).toEqual({
      kind: 'complaint',
      flags: [],
      bounce: {
        outcome: 'delivered',
        hard: false,
        recipients: [
          { address: 'bob@home.test', status: null, replyCode: null, action: null, diagnostic: null, reason: 'spam' },
        ],
        originalMessageId: 'd.1@plaza.test',
        feedbackType: 'abuse',
        reportingMta: null,
      },
    });
  });

  it('returns the type auth-failure and an unknown outcome for a report of failed authentication', async () => {
    const mail = await reportMail([ANN], 'feedback-report', [
      ['message/feedback-report', 'Feedback-Type: auth-failure'],
    ]);
    expect(verdictOf(mail, nobody).bounce).toMatchObject({ feedbackType: 'auth-failure', outcome: 'unknown' });
  });

  it('returns complaint for a Hotmail form that names the recipient in its own or the returned headers', async () => {
    const returned = [
      'message/rfc822',
      'X-HmXmrOriginalRecipient: <Bob@hotmail.test>\nMessage-ID: <d.1@plaza.test>\n\nHi',
    ] as const;
    const inner = await reportMail(
      ['From: staff@hotmail.test', 'Subject: complaint about message from 192.0.2.1'],
      'x',
      [returned],
    );
    const outer = await plainMail([ANN, 'X-HmXmrOriginalRecipient: bob@hotmail.test']);

    for (const mail of [inner, outer])
      expect(verdictOf(mail, nobody)).toMatchObject({
        kind: 'complaint',
        bounce: {
          outcome: 'delivered',
          hard: false,
          feedbackType: 'abuse',
          recipients: [{ address: 'bob@hotmail.test', reason: 'spam' }],
        },
      });
    expect(verdictOf(inner, nobody).bounce?.originalMessageId).toBe('d.1@plaza.test');
  });

  it('returns an opt-out complaint for an unsubscribe mail from Apple Mail', async () => {
    const mail = await plainMail(['From: Bob <bob@icloud.test>', 'Subject: unsubscribe', 'X-Apple-Unsubscribe: true']);

    expect(verdictOf(mail, nobody)).toMatchObject({
      kind: 'complaint',
      bounce: { feedbackType: 'opt-out', recipients: [{ address: 'bob@icloud.test', reason: 'other' }] },
    });
  });

  it.each([
    [
      'メール配信エラーのお知らせ',
      '宛先のメールアドレスが見つかりませんでした。\n<bob@home.test>',
      'permanent',
      true,
      'user_unknown',
    ],
    [
      'メールを配信できませんでした',
      '<bob@home.test> はメールボックスの容量を超えています。',
      'permanent',
      false,
      'mailbox_full',
    ],
    [
      '配信が遅れています',
      '<bob@home.test> へのメールは再送を続けています。一時的な障害です。',
      'transient',
      false,
      'other',
    ],
    ['送信エラー', '<bob@home.test> ドメインが存在しません。', 'permanent', true, 'host_unknown'],
    ['エラーメール', '<bob@home.test> 受信拒否されました。', 'permanent', false, 'blocked'],
  ])('reads a Japanese bounce: %s', async (subject, text, outcome, hard, reason) => {
    const encoded = `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
    const mail = await plainMail(['From: postmaster@mx.test', 'Return-Path: <>', encoded], text);

    expect(verdictOf(mail, nobody)).toMatchObject({
      kind: 'bounce',
      bounce: { outcome, hard, recipients: [{ address: 'bob@home.test', reason }] },
    });
  });

  it.each([
    ['X-Failed-Recipients', ['From: a@b.test', 'X-Failed-Recipients: bob@home.test']],
    ['a mail daemon', ['From: Mail Delivery System <Mailer-Daemon@mx.test>', 'Subject: hello']],
    ['a mail daemon without an address', ['From: MAILER-DAEMON <>', 'Subject: hello']],
    ['a postmaster with a bounce subject', ['From: postmaster@mx.test', 'Subject: Undeliverable: order']],
    [
      'an empty Return-Path with a bounce subject',
      ['Return-Path: <>', ANN, 'Subject: Delivery Status Notification (Failure)'],
    ],
    [
      'an empty Return-Path with a German bounce subject',
      ['Return-Path: <>', ANN, 'Subject: Unzustellbar: Bestellung'],
    ],
  ])('recognises a bounce by %s', async (_, headers) => {
    const mail = await parsedText(`${headers.join('\n')}\n\nHello.`);
    expect(verdictOf(mail, nobody)).toMatchObject({ kind: 'bounce', bounce: { hard: false } });
  });

  it.each([
    [
      'a person who forwards a bounce',
      [ANN, 'Subject: Fwd: Undeliverable: order'],
      'Your message could not be delivered to bob@home.test',
    ],
    ['a person who pastes a bounce', [ANN, 'Subject: Undeliverable: order'], 'Look: 550 5.1.1 user unknown'],
    ['a postmaster who asks a question', ['From: postmaster@mx.test', 'Subject: question'], 'Do you run a list?'],
    ['a mail with an empty Return-Path', ['Return-Path: <>', ANN, 'Subject: question'], 'Where is my order?'],
    [
      'an absence note',
      ['Return-Path: <>', ANN, 'Subject: away'],
      'I cannot be reached. Mail is not delivered to my phone.',
    ],
    ['a parcel carrier', [ANN, 'Subject: Your parcel'], 'Your parcel could not be delivered.'],
    ['a mailing-list post', [ANN, 'Precedence: bulk', 'Subject: Re: failure notice'], 'It was unable to deliver them'],
  ])('returns human, not bounce, for %s', async (_, headers, text) => {
    expect(await kindOf(headers, text)).toBe('human');
  });

  it.each([
    'Out of office: order',
    'Ich bin im Urlaub',
    'Abwesenheitsnotiz: Bestellung',
    'Я у відпустці до 5 травня',
    'Нет на месте: заказ',
    'Absence du bureau : commande',
    'Fuera de la oficina',
    'Nieobecność w biurze',
    'Fuori sede: ordine',
  ])('returns ooo for an automatic reply with the subject %j, and human for that subject alone', async (subject) => {
    const encoded = `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
    expect(await kindOf([ANN, 'Auto-Submitted: auto-replied', encoded])).toBe('ooo');
    expect(await kindOf([ANN, 'X-Autoreply: yes', encoded])).toBe('ooo');
    expect(await kindOf([ANN, encoded])).toBe('human');
  });

  it('returns ooo for a vacation reply of Apple Mail, whatever its subject', async () => {
    expect(await kindOf([ANN, 'X-Apple-Action: VACATION/OTHER', 'Subject: Auto reply: order'])).toBe('ooo');
    expect(await kindOf([ANN, 'X-Apple-Action: vacation', 'Subject: Re: order'])).toBe('ooo');
  });

  it.each(['Auto reply: order', 'Automatic reply: order', 'Автоответ: заказ', '自動返信: 注文'])(
    'returns auto_reply for an automatic-reply subject only together with In-Reply-To: %s',
    async (subject) => {
      const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
      const answered = 'In-Reply-To: <d.1@plaza.test>';

      expect(await kindOf([ANN, answered, `Subject: ${encoded}`])).toBe('auto_reply');
      expect(await kindOf([ANN, `Subject: ${encoded}`])).toBe('human');
      expect(await kindOf([ANN, answered, `Subject: Re: ${encoded}`])).toBe('human');
    },
  );

  it.each([
    ['Auto-Submitted: auto-generated', ['Auto-Submitted: auto-generated (failure)']],
    ['Auto-Submitted: auto-replied', ['Auto-Submitted: auto-replied; owner-email="a@b.test"']],
    ['X-Autoreply', ['X-Autoreply: yes']],
    ['X-Autorespond', ['X-Autorespond: Re: order']],
    ['Precedence: junk', ['Precedence: junk']],
    ['Precedence: auto_reply', ['Precedence: Auto_Reply']],
    [
      'X-Auto-Response-Suppress with an automatic-reply subject',
      ['X-Auto-Response-Suppress: All', 'Subject: Automatic reply: order'],
    ],
    ['X-Auto-Response-Suppress with an empty Return-Path', ['X-Auto-Response-Suppress: All', 'Return-Path: <>']],
  ])('returns auto_reply for a mail with %s', async (_, headers) => {
    expect(await kindOf([ANN, ...headers])).toBe('auto_reply');
  });

  it.each([
    ['Auto-Submitted: no'],
    ['X-Auto-Response-Suppress: DR, OOF'],
    ['Precedence: bulk'],
    ['Precedence: list'],
    ['List-Unsubscribe: <mailto:off@shop.test>'],
  ])('returns human for a mail with %j', async (header) => {
    expect(await kindOf([ANN, header])).toBe('human');
  });

  it('returns auto_reply, not bounce, for a read receipt', async () => {
    const mail = await reportMail([ANN], 'disposition-notification', [
      ['text/plain', 'It was displayed.'],
      [
        'message/disposition-notification',
        'Final-Recipient: rfc822;ann@shop.test\nDisposition: manual-action/MDN-sent-manually; displayed',
      ],
    ]);
    expect(verdictOf(mail, nobody)).toEqual({ kind: 'auto_reply', bounce: null, flags: [] });
  });

  it('returns list for a List-Id, or for Precedence: bulk with List-Unsubscribe', async () => {
    expect(await kindOf([ANN, 'List-Id: News <news.shop.test>'])).toBe('list');
    expect(await kindOf([ANN, 'Precedence: bulk', 'List-Unsubscribe: <mailto:off@shop.test>'])).toBe('list');
  });

  it('prefers own over bounce, bounce over ooo, and ooo and auto_reply over list', async () => {
    const all = [
      'From: Mailer-Daemon@mx.test',
      'Auto-Submitted: auto-replied',
      'Subject: Out of office',
      'List-Id: <l.test>',
    ];
    expect(await kindOf(all)).toBe('bounce');
    expect(await kindOf([ANN, ...all.slice(1)])).toBe('ooo');
    expect(await kindOf([ANN, 'Auto-Submitted: auto-generated', 'List-Id: <l.test>'])).toBe('auto_reply');
    expect(verdictOf(await plainMail(all), new Set(['mailer-daemon@mx.test'])).kind).toBe('own');
  });

  // Quadratic work over 5 MB would take 10^13 steps, hours beyond the timeout of the test.
  it.each([
    ['addresses', 'bob@home.test '],
    ['recipients', 'Final-Recipient: rfc822; bob@home.test\nStatus: 5.1.1\n\n'],
    ['codes', '550 5.1.1 '],
    ['dashes', '- '],
    ['braces', '{"Message":'],
    ['empty lines', '\n'],
    ['one long line', 'a'],
    ['half an address', 'a@'],
  ])('returns bounce for 5 MB of %s without quadratic work', async (_, piece) => {
    const mail = await plainMail(['From: Mailer-Daemon@mx.test']);
    const text = piece.repeat(Math.ceil(5_000_000 / piece.length));
    const verdict = verdictOf({ ...mail, text, reports: [{ contentType: 'message/delivery-status', text }] }, nobody);
    expect(verdict.kind).toBe('bounce');
  });
});
