import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Channel, type ListenerState, MailboxError } from '#lib/crm/mailboxes/ports.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { testChannel, testServer } from '#tests/support/channel.ts';
import { type ImapScript, openImapScript } from '#tests/support/imap-script.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { openTokenServer } from '#tests/support/token-server.ts';
import type { ImapLimits } from './imap-connection.ts';
import { waitMsAfter } from './imap-listener.ts';
import { openImapMailbox } from './imap-mailbox.ts';
import { openMailTokens } from './mail-oauth.ts';

const now = () => new Date();
const patient = { connectMs: 60_000, greetingMs: 60_000, silentMs: 60_000, answerMs: 60_000 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(script: ImapScript = {}, patch: Partial<Channel> = {}, limits: ImapLimits = patient) {
  const server = await openImapScript(script);
  closers.push(() => server.close());
  const user = 'help@example.test';
  const channel = testChannel({
    imap: testServer(server.port, { user, password: patch.oauth ? null : 'sesame' }),
    ...patch,
  });
  return { server, channel, mailbox: openImapMailbox(openMailTokens(now), { now }, limits) };
}
const troubleOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof MailboxError ? error.trouble : error),
  );

/** Returns the answer to a FETCH of a piece of this mail. */
const fetchOf = (mail: string, saidBytes: number) => (command: string) => {
  const [, from = '0', length = '0'] = /<(\d+)\.(\d+)>/.exec(command) ?? [];
  const piece = mail.slice(Number(from), Number(from) + Number(length));
  return [`* 1 FETCH (UID 1 RFC822.SIZE ${saidBytes} BODY[]<${from}> {${piece.length}}`, `${piece})`, 'OK done'];
};

const refused: ImapScript = {
  authenticate: () => ['+'],
  'authenticate-go': () => ['NO [AUTHENTICATIONFAILED] sesame is wrong'],
};

describe('a mailbox behind IMAP', () => {
  it('reports a wrong login without the server’s words or the password', async () => {
    const { channel, mailbox } = await serve(refused);

    const trouble = await troubleOf(mailbox.open(channel));

    expect(trouble).toMatchObject({ kind: 'auth_failed', code: 'WrongLogin' });
    expect(JSON.stringify(trouble)).not.toContain('sesame');
  });

  it.each(['UNAVAILABLE', 'INUSE', 'LIMIT'])(
    'reports a temporarily refused login (%s) as unreachable, not as a wrong login',
    async (code) => {
      const { channel, mailbox } = await serve({ ...refused, 'authenticate-go': () => [`NO [${code}] later`] });

      expect(await troubleOf(mailbox.open(channel))).toMatchObject({ kind: 'unreachable', code });
    },
  );

  it('reports a connection cut during login as unreachable, not as a wrong login', async () => {
    const { channel, mailbox } = await serve({ ...refused, 'authenticate-go': () => 'drop' });

    expect(await troubleOf(mailbox.open(channel))).toMatchObject({ kind: 'unreachable' });
  });

  it('never sends a password when STARTTLS is required and not offered', async () => {
    const { server, channel, mailbox } = await serve();
    const wanted = { ...channel, imap: channel.imap && { ...channel.imap, tls: 'starttls' as const } };

    expect(await troubleOf(mailbox.open(wanted))).toMatchObject({ kind: 'unreachable', code: 'NoStarttls' });
    expect(server.lines.join('\n')).not.toMatch(/AUTHENTICATE|LOGIN/);
  });

  it('reports a refused search as a failure, not as an empty mailbox', async () => {
    const { channel, mailbox } = await serve({ uid: () => ['NO not today'] });
    const box = await mailbox.open(channel);

    expect(await troubleOf(box.search({ lastUid: 0, done: '$Done' }))).toMatchObject({ code: 'SearchRefused' });
    await box.close();
  });

  it.each(['drip', 'hang', 'drop'] as const)('times out on a response that never ends: %s', async (way) => {
    const limits = { ...patient };
    const { channel, mailbox } = await serve({ uid: () => way }, {}, limits);
    const box = await mailbox.open(channel);
    // Set only now, because signing in may take as long as needed.
    limits.answerMs = 500;

    expect(await troubleOf(box.search({ lastUid: 0, done: '$Done' }))).toMatchObject({ kind: 'unreachable' });
    await box.close();
  });

  const MIB = 1024 * 1024;
  it.each([
    ['less than a piece', MIB - 1, 1, ArrayBuffer],
    ['just one piece', MIB, 2, SharedArrayBuffer],
    ['three pieces', 2 * MIB + 5, 3, SharedArrayBuffer],
  ])('fetches a mail in pieces, and a large one into shared memory: %s', async (_, size, pieces, memory) => {
    const mail = Buffer.from(Array.from({ length: size }, (_none, at) => 97 + ((at ^ (at >> 8)) % 25))).toString(
      'latin1',
    );
    const { server, channel, mailbox } = await serve({ uid: fetchOf(mail, size) });
    const box = await mailbox.open(channel);

    const source = await box.source(1);

    expect(Buffer.from(source ?? []).toString('latin1') === mail).toBe(true);
    expect(source?.buffer).toBeInstanceOf(memory);
    expect(server.lines.filter((line) => line.includes('BODY.PEEK[]<'))).toHaveLength(pieces);
    await box.close();
  });

  it('fetches a whole mail although the server reports a wrong size, and cuts one at the requested size', async () => {
    const mail = 'x'.repeat(4 * MIB + 1);
    const { channel, mailbox } = await serve({ uid: fetchOf(mail, 10) });
    const box = await mailbox.open(channel);

    expect((await box.source(1))?.byteLength).toBe(mail.length);
    expect((await box.source(1, MIB + 7))?.byteLength).toBe(MIB + 7);
    await box.close();
  });

  it('is never opened inside a transaction, which may run again', async () => {
    const { server, channel, mailbox } = await serve();

    await expect(insideTransaction(() => mailbox.open(channel))).rejects.toThrow('inside a transaction');
    expect(server.lines).toEqual([]);
  });

  it('reports NotConfigured for a channel without an IMAP server', async () => {
    const { mailbox } = await serve();

    expect(await troubleOf(mailbox.open(testChannel()))).toMatchObject({ kind: 'unreachable', code: 'NotConfigured' });
  });
});

describe('a mailbox with OAuth', () => {
  const withOauth = async (script: ImapScript = {}) => {
    const tokens = await openTokenServer();
    closers.push(() => tokens.close());
    return { tokens, ...(await serve(script, { oauth: tokens.oauth })) };
  };
  const xoauth2 = (token: string) =>
    Buffer.from(`user=help@example.test\x01auth=Bearer ${token}\x01\x01`).toString('base64');

  it('signs in by XOAUTH2 with user and access token, and reports when the token expires', async () => {
    const { server, channel, mailbox } = await withOauth();

    const box = await mailbox.open(channel);

    expect(server.lines.find((line) => line.includes('XOAUTH2'))).toContain(xoauth2('token-1'));
    expect(Date.parse(box.state.tokenExpiresAt ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
    await box.close();
  });

  it('requests a new token once, when the current one is rejected early', async () => {
    const { server, channel, mailbox, tokens } = await withOauth({
      authenticate: (_, nth) => (nth === 2 ? ['NO [AUTHENTICATIONFAILED] withdrawn'] : ['OK welcome']),
    });

    await (await mailbox.open(channel)).close();
    await (await mailbox.open(channel)).close();

    const told = server.lines.filter((line) => line.includes('XOAUTH2'));
    expect(told.map((line) => line.includes(xoauth2('token-2')))).toEqual([false, false, true]);
    expect(tokens.asked).toHaveLength(2);
  });

  it('reports a wrong login when the new token is rejected too', async () => {
    const { server, channel, mailbox } = await withOauth({ authenticate: () => ['NO [AUTHENTICATIONFAILED] no'] });

    expect(await troubleOf(mailbox.open(channel))).toMatchObject({ kind: 'auth_failed', code: 'WrongLogin' });
    expect(server.lines.filter((line) => line.includes('XOAUTH2'))).toHaveLength(1);
  });

  it('reports a wrong login when the refresh token is dead, without contacting the mail server', async () => {
    const { server, channel, mailbox, tokens } = await withOauth();
    tokens.next({ status: 400, body: { error: 'invalid_grant' } });

    expect(await troubleOf(mailbox.open(channel))).toMatchObject({ kind: 'auth_failed', code: 'InvalidGrant' });
    expect(server.lines).toEqual([]);
  });
});

describe('a listener', () => {
  it('backs off after each failure, up to five minutes, with jitter', () => {
    const waits = [1, 2, 3, 8, 9, 30].map((failures) => [waitMsAfter(failures, 0), waitMsAfter(failures, 1)]);

    expect(waits).toEqual([
      [500, 1_000],
      [1_000, 2_000],
      [2_000, 4_000],
      [64_000, 128_000],
      [128_000, 256_000],
      [150_000, 300_000],
    ]);
  });

  it('pauses between IDLE commands when the server ends each at once', async () => {
    const capabilities = 'IMAP4rev1 AUTH=PLAIN SASL-IR IDLE';
    const { server, channel, mailbox } = await serve({
      greet: () => [`OK [CAPABILITY ${capabilities}] ready`],
      capability: () => [`* CAPABILITY ${capabilities}`, 'OK done'],
      idle: () => ['OK no longer'],
    });
    const idles = () => server.lines.filter((line) => line.endsWith('IDLE')).length;
    const listener = mailbox.listen(channel, { exists: () => {}, state: () => {} });
    closers.push(() => listener.close());

    const from = performance.now();
    await vi.waitFor(() => expect(idles()).toBe(2), PATIENCE);

    expect(performance.now() - from).toBeGreaterThan(900);
    expect(listener.state).toBe('idle');
  });

  it('reports why it is waiting', async () => {
    const { channel, mailbox } = await serve(refused);
    const states: (readonly [ListenerState, string | undefined])[] = [];
    const listener = mailbox.listen(channel, {
      exists: () => {},
      state: (state, trouble) => void states.push([state, trouble?.code]),
    });
    closers.push(() => listener.close());

    await vi.waitFor(() => expect(states.length).toBeGreaterThanOrEqual(2), PATIENCE);
    expect(states.slice(0, 2)).toEqual([
      ['connecting', undefined],
      ['waiting', 'WrongLogin'],
    ]);
  });

  it('closes at once, even while it waits to retry', async () => {
    const { channel, mailbox } = await serve(refused);
    let waits = 0;
    const listener = mailbox.listen(channel, {
      exists: () => {},
      state: (state) => {
        if (state === 'waiting') waits += 1;
      },
    });
    // After the third wrong login the listener waits an hour. A close that waited for that would never return.
    await vi.waitFor(() => expect(waits).toBe(3), PATIENCE);

    await listener.close();

    expect(listener.state).toBe('closed');
  });
});
