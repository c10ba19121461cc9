import { describe, expect, it } from 'vitest';
import { openLog } from '#services/log/pino.ts';

type Line = { readonly level: number; readonly event: string } & Record<string, unknown>;

function logged(write: (log: ReturnType<typeof openLog>) => void, level: 'info' | 'silent' = 'info') {
  const written: string[] = [];
  write(openLog({ LOG_LEVEL: level }, { write: (line) => void written.push(line) }));
  const text = written.join('');
  const lines = text.split('\n').filter((line) => line !== '');
  return { text, lines: lines.map((line) => JSON.parse(line) as Line) };
}

describe('openLog', () => {
  it('writes one line per event, whatever the facts hold', () => {
    const { lines } = logged((log) => log('info', 'order.placed', { orderId: 'ord_1', note: 'a\nb\r\nc\u2028d' }));

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 30, event: 'order.placed', orderId: 'ord_1' });
  });

  it('S62 redacts values under secret keys, at any depth', () => {
    const secrets = { authorization: 's1', cookie: 's2', password: 's3', accessToken: 's4', clientSecret: 's5' };
    const more = {
      rawTx: 's6',
      privateKey: 's7',
      codeMac: 's8',
      body: 's9',
      'set-cookie': 's10',
      SMTP_PASSWORD: 's11',
    };

    const { text } = logged((log) => log('warn', 'x', { ...secrets, deep: [{ inner: more }] }));

    expect(text).not.toMatch(/"s\d+"/);
    expect(text.match(/\[redacted\]/g)).toHaveLength(11);
  });

  it('S62 redacts what looks like a secret, in any field', () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiJ4In0.c2lnbmF0dXJl';
    const hex = 'ab'.repeat(32);
    const pem = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';
    const cause = new Error(`key 0x${hex} refused`);
    const facts = { why: `sent Bearer abc.def and ${jwt}`, error: new Error(`no ${pem}`, { cause }), who: 'a@x.test' };

    const { text } = logged((log) => log('error', 'x', facts));

    for (const secret of ['abc.def', jwt, hex, 'MIIE', 'a@x.test']) expect(text).not.toContain(secret);
    expect(text).toContain('refused');
  });

  it('logs cycles, depth and odd values without failing', () => {
    const cyclic: Record<string, unknown> = { big: 10n, none: null, gone: undefined };
    cyclic.self = cyclic;

    expect(logged((log) => log('error', 'x', { cyclic })).lines).toHaveLength(1);
  });

  it('writes nothing at level silent', () => {
    expect(logged((log) => log('error', 'x'), 'silent').text).toBe('');
  });
});
