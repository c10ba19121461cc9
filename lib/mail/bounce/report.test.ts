import { describe, expect, it } from 'vitest';
import { plainMail, reportMail } from '#tests/support/parsed-mail.ts';
import { bounceReport } from './report.ts';

const DAEMON = ['From: Mailer-Daemon@mx.test', 'Subject: Undelivered Mail Returned to Sender'];
const status = (...groups: readonly string[]) =>
  ['message/delivery-status', ['Reporting-MTA: dns; mx.test', ...groups].join('\n\n')] as const;
const returned = ['message/rfc822', 'From: sales@plaza.test\nMessage-ID:\n <d.drf_1@Plaza.test>\n\nHi'] as const;
const failed = (address: string, diagnostic: string, code = '5.0.0') =>
  `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: ${code}\nDiagnostic-Code: smtp; ${diagnostic}`;
const report = async (...parts: readonly (readonly [string, string])[]) =>
  bounceReport(await reportMail(DAEMON, 'delivery-status', parts));
const notice = async (text: string, headers: readonly string[] = DAEMON) =>
  bounceReport(await plainMail(headers, text));

describe('bounceReport', () => {
  it('reads the machine-readable report and the Message-ID of the returned mail', async () => {
    const parts = [
      ['text/plain', 'It failed.'],
      status(failed('Bob@home.test', '550 5.1.1 <bob@home.test>... User unknown', '5.1.1')),
      returned,
    ] as const;
    expect(await report(...parts)).toEqual({
      outcome: 'permanent',
      hard: true,
      recipients: [
        {
          address: 'bob@home.test',
          status: '5.1.1',
          replyCode: '550',
          action: 'failed',
          diagnostic: '550 5.1.1 <bob@home.test>... User unknown',
          reason: 'user_unknown',
        },
      ],
      originalMessageId: 'd.drf_1@plaza.test',
      feedbackType: null,
      reportingMta: 'mx.test',
    });
  });

  it('reports each recipient separately and is hard when one of the addresses is dead', async () => {
    const two = status(
      failed('a@home.test', '552 5.2.2 Mailbox full', '5.2.2'),
      failed('b@home.test', '550 5.1.1 no such user', '5.1.1'),
    );
    const { recipients, hard } = await report(two);
    expect(recipients.map(({ address, reason }) => [address, reason])).toEqual([
      ['a@home.test', 'mailbox_full'],
      ['b@home.test', 'user_unknown'],
    ]);
    expect(hard).toBe(true);
  });

  it('separates recipients without a blank line between them', async () => {
    const text = `Final-Recipient: rfc822;a@home.test\nAction: failed\nStatus: 5.2.2\nFinal-Recipient: rfc822;b@home.test\nAction: delayed\nStatus: 4.2.2`;
    expect((await report(status(text))).recipients.map(({ address, status: code }) => [address, code])).toEqual([
      ['a@home.test', '5.2.2'],
      ['b@home.test', '4.2.2'],
    ]);
  });

  it('prefers the last codes of the diagnostic over the status and ignores IP addresses and version numbers', async () => {
    const codes = async (diagnostic: string, code: string) => {
      const [one] = (await report(status(failed('bob@home.test', diagnostic, code)))).recipients;
      return [one?.status, one?.replyCode];
    };
    expect(await codes('550 5.7.1 no', '5.0.0')).toEqual(['5.7.1', '550']);
    expect(await codes('554 4.4.7 expired <421 4.4.2 timed out>', '4.4.7')).toEqual(['4.4.2', '421']);
    expect(await codes('553 invalid recipient', '5.7.1')).toEqual(['5.7.1', '553']);
    expect(await codes('x-unix; host 192.5.1.1 runs 4.4.2.1', '5.3.0')).toEqual(['5.3.0', null]);
  });

  it('reads the codes from the notice when the report has no diagnostic', async () => {
    const text =
      '   ----- Transcript of session follows -----\n>>> RCPT To:<bob@home.test>\n<<< 550 5.1.2 <bob@home.test>... Host unknown\n<<< 503 5.0.0 Need RCPT';
    const { recipients } = await report(
      ['text/plain', text],
      status('Final-Recipient: rfc822; bob@home.test\nAction: failed\nStatus: 5.1.2'),
    );
    expect(recipients[0]).toMatchObject({ status: '5.1.2', replyCode: '550', reason: 'host_unknown' });
  });

  it.each([
    ['Action: failed\nStatus: 4.4.7', 'permanent'],
    ['Action: delayed\nStatus: 4.4.1', 'transient'],
    ['Action: delivered\nStatus: 2.0.0', 'delivered'],
    ['Action: relayed\nStatus: 2.0.0', 'delivered'],
    ['Status: 5.2.2', 'permanent'],
  ])('derives the outcome from action and status: %j', async (fields, outcome) => {
    expect((await report(status(`Final-Recipient: rfc822; bob@home.test\n${fields}`))).outcome).toBe(outcome);
  });

  it('reports no hard bounce while the mail is still being retried', async () => {
    const fields =
      'Final-Recipient: rfc822; bob@home.test\nAction: delayed\nStatus: 4.1.1\nDiagnostic-Code: smtp; 450 4.1.1 user unknown';
    expect(await report(status(fields))).toMatchObject({ outcome: 'transient', hard: false });
  });

  it('reports a hard bounce for a refused RCPT TO, but not for MAIL FROM or for DATA without status 5.1.1', async () => {
    const hard = async (text: string) => (await notice(text)).hard;
    expect(await hard('<bob@home.test>: host mx said: 550 user unknown (in reply to RCPT TO command)')).toBe(true);
    expect(await hard('<bob@home.test>: host mx said: 550 user unknown (in reply to MAIL FROM command)')).toBe(false);
    expect(await hard('<bob@home.test>: host mx said: 550 user unknown (in reply to end of DATA command)')).toBe(false);
    expect(await hard('<bob@home.test>: host mx said: 550 5.1.1 user unknown (in reply to end of DATA command)')).toBe(
      true,
    );
  });

  it.each([
    [
      'qmail',
      "I'm afraid I wasn't able to deliver your message.\n\n<bob@home.test>:\nRemote host said: 550 5.1.1 No such user\n\n--- Below this line is a copy of the message.\n\nReceived: from x\nTo: eve@home.test\n550 5.7.1",
      '5.1.1',
    ],
    [
      'Exim',
      'The following address(es) failed:\n\n  bob@home.test\n    host mx.home.test [192.0.2.1]: 550 5.1.1 unknown user\n\n------ This is a copy of the message, including all the headers. ------\n\nReceived: by x',
      '5.1.1',
    ],
    [
      'Postfix',
      'This is the mail system at host mx.test.\n\n<bob@home.test>: host mx.home.test[192.0.2.1] said: 550 5.1.1\n    <bob@home.test>: Recipient address rejected: User unknown (in reply to RCPT TO command)',
      '5.1.1',
    ],
    [
      'Office 365',
      "Delivery has failed to these recipients or groups:\n\nbob@home.test\n\nRemote Server returned '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'\n\nOriginal message headers:\n\nReceived: from x",
      '5.1.1',
    ],
    [
      'a copied status',
      'Technical report:\n\nReporting-MTA: dsn; mx.test\n\nAction: failed\nFinal-Recipient: rfc822; bob@home.test\nDiagnostic-Code: smtp; 550 5.1.1 user unknown\nStatus: 5.1.1',
      '5.1.1',
    ],
  ])('reads a plain-text notice: %s', async (_, text, code) => {
    expect(await notice(text)).toMatchObject({
      outcome: 'permanent',
      hard: true,
      recipients: [{ address: 'bob@home.test', status: code, replyCode: '550', reason: 'user_unknown' }],
    });
  });

  it.each([
    ['a dead address', 'Hello', '<bob@home.test>: no such user here', 'permanent', true],
    ['a full mailbox', 'Hello', '<bob@home.test>: mailbox is full', 'permanent', false],
    ['spam', 'Hello', '<bob@home.test>: your mail looks like spam', 'permanent', false],
    ['a temporary refusal', 'Hello', '<bob@home.test>: temporarily deferred, try again later', 'transient', false],
    ['a temporary problem', 'Undelivered mail', '<bob@home.test>: greylisted, please try later', 'transient', false],
    [
      'a temporary problem that was given up',
      'Undelivered mail',
      '<bob@home.test>: temporary problem, giving up',
      'permanent',
      false,
    ],
    ['no known phrase', 'Hello', '<bob@home.test>: see above', 'unknown', false],
  ])('falls back to phrases when a notice has no code: %s', async (_, subject, text, outcome, hard) => {
    expect(await notice(text, ['From: Mailer-Daemon@mx.test', `Subject: ${subject}`])).toMatchObject({ outcome, hard });
  });

  it.each([
    '550 5.1.10 Recipient address has null MX',
    '556 5.1.10 <bob@home.test>: the domain does not accept mail',
    '<bob@home.test>: Domain home.test does not accept mail (nullMX)',
    'Null MX',
  ])('reports a hard bounce for a domain that accepts no mail (RFC 7505): %s', async (said) => {
    expect(await report(status(failed('bob@home.test', said)))).toMatchObject({
      outcome: 'permanent',
      hard: true,
      recipients: [{ reason: 'host_unknown' }],
    });
  });

  it.each(['550 5.7.27 Sender address has null MX', '550 this host does not accept mail from 192.0.2.1'])(
    'reports no hard bounce when the server refuses our own domain or host: %s',
    async (said) => {
      expect((await report(status(failed('bob@home.test', said)))).hard).toBe(false);
    },
  );

  it('reads the recipients from X-Failed-Recipients, each with the reason from its own lines', async () => {
    const text = '  a@home.test\n    550 5.2.2 mailbox full\n  b@home.test\n    550 5.1.1 user unknown';
    const { recipients } = await notice(text, [...DAEMON, 'X-Failed-Recipients: a@home.test, b@home.test']);
    expect(recipients.map(({ address, reason }) => [address, reason])).toEqual([
      ['a@home.test', 'mailbox_full'],
      ['b@home.test', 'user_unknown'],
    ]);
  });

  it('reports a delay warning as transient with the reason timeout', async () => {
    expect(
      await notice('Message delivery to <bob@home.test> delayed: no response', [
        'From: Mailer-Daemon@mx.test',
        'Subject: Warning: message delayed 4 hours',
      ]),
    ).toMatchObject({
      outcome: 'transient',
      hard: false,
      recipients: [{ address: 'bob@home.test', reason: 'timeout' }],
    });
  });

  it('reads the JSON notices of a provider, plain or inside another notification', async () => {
    const bounce = {
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        reportingMTA: 'dsn; a.ses.test',
        bouncedRecipients: [
          {
            emailAddress: 'bob@home.test',
            action: 'failed',
            status: '5.1.1',
            diagnosticCode: 'smtp; 550 5.1.1 user unknown',
          },
        ],
      },
      mail: { messageId: 'theirs', headers: [{ name: 'Message-ID', value: '<d.1@plaza.test>' }] },
    };
    const want = {
      outcome: 'permanent',
      hard: true,
      originalMessageId: 'd.1@plaza.test',
      reportingMta: 'a.ses.test',
      recipients: [{ status: '5.1.1', replyCode: '550' }],
    };
    expect(await notice(JSON.stringify(bounce), ['From: no-reply@sns.test'])).toMatchObject(want);
    expect(
      await notice(
        `${JSON.stringify({ Type: 'Notification', Message: JSON.stringify(bounce) })}\n--\nTo leave {this}, click`,
      ),
    ).toMatchObject(want);
    const delivery = {
      notificationType: 'Delivery',
      delivery: { recipients: ['bob@home.test'], smtpResponse: '250 2.6.0 queued' },
      mail: {},
    };
    expect(await notice(JSON.stringify(delivery))).toMatchObject({
      outcome: 'delivered',
      hard: false,
      recipients: [{ address: 'bob@home.test', status: '2.6.0', replyCode: '250', reason: 'delivered' }],
    });
  });

  it('returns an unknown outcome for a notice that consists of an address alone', async () => {
    const headers = ['From: Mailer-Daemon@mx.test', 'Subject: hello'];
    expect(await notice('bob@home.test', headers)).toMatchObject({ outcome: 'unknown', hard: false });
  });

  it('returns an unknown outcome and no recipients for a notice without information', async () => {
    expect(await notice('?', ['From: Mailer-Daemon@mx.test', 'In-Reply-To: <d.1@plaza.test>'])).toEqual({
      outcome: 'unknown',
      hard: false,
      recipients: [],
      originalMessageId: 'd.1@plaza.test',
      feedbackType: null,
      reportingMta: null,
    });
  });

  it('returns a permanent outcome when the notice names no recipient', async () => {
    expect(await notice('Your mail could not be delivered.')).toMatchObject({
      outcome: 'permanent',
      hard: false,
      recipients: [],
    });
  });

  it('limits a report to 100 recipients and a diagnostic to 1,000 characters', async () => {
    const many = Array.from({ length: 500 }, (_, at) => failed(`a${at}@home.test`, `550 ${'x'.repeat(1500)}`));
    const { recipients } = await report(status(...many));
    expect(recipients).toHaveLength(100);
    expect(recipients[0]?.diagnostic).toHaveLength(1000);
  });
});
