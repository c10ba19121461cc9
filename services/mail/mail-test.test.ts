import { afterEach, describe, expect, it } from 'vitest';
import { testEnv } from '#tests/support/context.ts';
import { openSmtpServer, type SmtpScript, type SmtpServer } from '#tests/support/smtp-faults.ts';
import { testMail, tryMailServer } from './mail-test.ts';

const servers: SmtpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const limits = { answerMs: 60_000, wholeMs: 60_000 };

async function serve(script: SmtpScript = {}) {
  const server = await openSmtpServer(script);
  servers.push(server);
  const env = testEnv({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_FROM: 'Plaza <no-reply@plaza.test>',
    SMTP_TLS: 'none',
    SMTP_USER: 'plaza',
    SMTP_PASSWORD: 'a-password-that-nobody-may-see',
  });
  return { server, env };
}

describe('testMail', () => {
  it('sends a mail and returns the SMTP conversation', async () => {
    const { server, env } = await serve();

    const test = await testMail(env, 'boss@plaza.test', limits);

    expect(test?.outcome.state).toBe('sent');
    expect(server.held).toHaveLength(1);
    expect(test?.lines).toEqual(
      expect.arrayContaining(['< 220 test ESMTP', '> RCPT TO:<boss@plaza.test>', '< 354 go ahead', '< 250 taken']),
    );
  });

  it('returns the server’s refusal and reveals no password', async () => {
    const { env } = await serve({ AUTH: '535 5.7.8 wrong password, friend' });

    const test = await testMail(env, 'boss@plaza.test', limits);

    const secret = Buffer.from('a-password-that-nobody-may-see').toString('base64').slice(0, 20);
    const login = Buffer.from('\0plaza\0a-password-that-nobody-may-see').toString('base64');
    expect(test?.outcome).toMatchObject({ state: 'refused' });
    expect(test?.lines).toContain('< 535 5.7.8 wrong password, friend');
    expect(test?.lines.join('\n')).not.toMatch(/nobody-may-see/);
    expect(test?.lines.join('\n')).not.toContain(secret);
    expect(test?.lines.join('\n')).not.toContain(login);
  });

  it('returns why a server cannot be reached', async () => {
    const { server, env } = await serve();
    await server.close();

    const test = await testMail(env, 'boss@plaza.test', limits);

    expect(test?.outcome.state).toBe('refused');
    expect(test?.lines.join('\n')).toMatch(/^! .*ECONNREFUSED/m);
  });

  it('returns null when no server is configured', async () => {
    expect(await testMail(testEnv(), 'boss@plaza.test')).toBeNull();
  });
});

describe('tryMailServer', () => {
  it('signs in and sends nothing', async () => {
    const { server, env } = await serve();

    await tryMailServer(env, limits);

    expect(server.held).toEqual([]);
    expect(server.lines.some((line) => line.startsWith('AUTH'))).toBe(true);
    expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
  });

  it('throws the server’s reply to a wrong password', async () => {
    const { env } = await serve({ AUTH: '535 5.7.8 wrong password' });

    await expect(tryMailServer(env, limits)).rejects.toThrow('535');
  });
});
