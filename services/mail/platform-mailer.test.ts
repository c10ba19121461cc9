import { afterEach, describe, expect, it } from 'vitest';
import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { EnvProblem } from '#lib/core/env/env.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { testEnv } from '#tests/support/context.ts';
import { openSmtpServer, type SmtpScript, type SmtpServer } from '#tests/support/smtp-faults.ts';
import { openPlatformMailer } from './platform-mailer.ts';

const mail: PlatformMail = {
  key: 'login-abc',
  to: 'shopper@example.test',
  subject: '123456 is your code',
  text: 'Type 123456.\n'.repeat(40),
  html: '<p>Type <b>123456</b></p>'.repeat(40),
};
const patient = { answerMs: 60_000, wholeMs: 60_000 };
/** For a server whose answer never completes. `wholeMs` stays long, so that the final dot is sent in time. */
const quick = { answerMs: 3_000, wholeMs: 60_000 };

const servers: SmtpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: SmtpScript = {}, vars: Readonly<Record<string, string>> = {}) {
  const server = await openSmtpServer(script);
  servers.push(server);
  const env = testEnv({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_FROM: 'Plaza <no-reply@plaza.test>',
    SMTP_TLS: 'none',
    ...vars,
  });
  // This server accepts STARTTLS but does not understand TLS.
  const isUnheard = (said: string): boolean => said === 'hang' || said.endsWith('250-and') || said === 'starttls';
  const isSilent = [...Object.values(script), ...Object.values(vars)].some(isUnheard);
  const mailer = openPlatformMailer(env, isSilent ? quick : patient);
  if (!mailer) throw new Error('no mailer');
  return { server, mailer };
}
const withLogin = { SMTP_USER: 'plaza', SMTP_PASSWORD: 'secret' };

describe('the platform mailer', () => {
  it('returns sent for an accepted mail, under the Message-ID of its claim', async () => {
    const { server, mailer } = await serve();

    const outcome = await mailer.send(mail);

    expect(outcome).toEqual({ state: 'sent', messageId: '<login-abc@plaza.test>' });
    expect(server.held).toHaveLength(1);
    expect(server.held[0]).toContain('Message-ID: <login-abc@plaza.test>');
    expect(server.held[0]).toContain('Subject: 123456 is your code');
    expect(server.held[0]).toContain('Auto-Submitted: auto-generated');
  });

  const points: readonly (readonly [string, SmtpScript, 'retry' | 'never' | 'unknown' | 'sent', number])[] = [
    ['the greeting never comes', { greet: 'hang' }, 'retry', 0],
    ['the greeting is cut off', { greet: 'drop' }, 'retry', 0],
    ['the greeting says 421', { greet: '421 too busy' }, 'retry', 0],
    ['EHLO is cut off', { EHLO: 'drop' }, 'retry', 0],
    ['the login is refused', { AUTH: '535 wrong' }, 'retry', 0],
    ['the login is put off', { AUTH: '454 later' }, 'retry', 0],
    ['the login is cut off', { AUTH: 'drop' }, 'retry', 0],
    ['the sender is put off', { MAIL: '452 full' }, 'retry', 0],
    ['the sender is cut off', { MAIL: 'drop' }, 'retry', 0],
    ['the recipient is put off', { RCPT: '450 later' }, 'retry', 0],
    ['the recipient is refused', { RCPT: '550 nobody here' }, 'never', 0],
    ['the recipient is cut off', { RCPT: 'drop' }, 'retry', 0],
    ['DATA is refused', { DATA: '554 no' }, 'never', 0],
    ['DATA is cut off', { DATA: 'drop' }, 'retry', 0],
    ['the body is cut off', { mid: 'drop' }, 'unknown', 0],
    ['nothing comes after the final dot', { end: 'hang' }, 'unknown', 1],
    ['the connection is cut after the final dot', { end: 'drop' }, 'unknown', 1],
    ['the mail is put off after the final dot', { end: '451 later' }, 'retry', 0],
    ['the mail is refused after the final dot', { end: '552 too big' }, 'never', 0],
    ['the connection is cut after the 250', { after: 'drop' }, 'sent', 1],
  ];
  it.each(points)('returns the right outcome when %s', async (_, script, expected, held) => {
    const { server, mailer } = await serve(script, withLogin);

    const outcome = await mailer.send(mail);

    const seen = outcome.state === 'refused' ? (outcome.retry ? 'retry' : 'never') : outcome.state;
    expect(seen).toBe(expected);
    expect(server.held).toHaveLength(held);
  });

  it('returns a retryable refusal when the server is down', async () => {
    const { server, mailer } = await serve();
    await server.close();

    const outcome = await mailer.send(mail);

    expect(outcome).toMatchObject({ state: 'refused', retry: true });
  });

  it('gives up on a server whose response never ends', async () => {
    const { mailer } = await serve({ RCPT: '250-and\r\n250-on\r\n250-and' });

    const outcome = await mailer.send(mail);

    expect(outcome).toMatchObject({ state: 'refused', retry: true });
  });

  it('reports a failure without the address or the server’s words', async () => {
    const { mailer } = await serve({ RCPT: '550 <shopper@example.test> is unknown here' });

    const outcome = await mailer.send(mail);

    expect(outcome).toMatchObject({ reason: 'rcpt EENVELOPE 550' });
  });

  it.each(['a@x.test\r\nBcc: evil@e.test', 'a@x.test <evil@e.test>', 'a@x.test, evil@e.test', 'group: a@x.test;', ''])(
    'S53 sends nothing to a text that is not one plain address: %j',
    async (to) => {
      const { server, mailer } = await serve();

      const outcome = await mailer.send({ ...mail, to });

      expect(outcome).toEqual({ state: 'refused', retry: false, reason: 'not an address' });
      expect(server.lines).toEqual([]);
    },
  );

  it('S54 lets no line break in a subject become a header', async () => {
    const { server, mailer } = await serve();

    await mailer.send({ ...mail, subject: 'code\r\nX-Evil: yes' });

    expect(server.held[0]).toContain('Subject: code X-Evil: yes');
    expect(server.held[0]).not.toMatch(/^X-Evil:/m);
  });

  it('sends nothing unencrypted when STARTTLS is required', async () => {
    const { server, mailer } = await serve({}, { SMTP_TLS: 'starttls' });

    const outcome = await mailer.send(mail);

    expect(outcome).toMatchObject({ state: 'refused', retry: true });
    expect(server.held).toEqual([]);
  });

  it('is never called inside a transaction, which may run again', async () => {
    const { server, mailer } = await serve();

    await expect(insideTransaction(() => mailer.send(mail))).rejects.toThrow('inside a transaction');
    expect(server.held).toEqual([]);
  });

  it('is null without a server, and throws for a sender that is not an address', () => {
    const half = { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'nobody' };

    expect(openPlatformMailer(testEnv())).toBeNull();
    expect(() => openPlatformMailer(testEnv(half))).toThrow(EnvProblem);
    expect(() => openPlatformMailer(testEnv(half))).toThrow('SMTP_FROM');
  });
});
