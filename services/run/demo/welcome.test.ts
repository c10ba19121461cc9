import { describe, expect, it } from 'vitest';
import { findUserByEmail } from '#lib/auth/users.ts';
import { testContext, testEnv } from '#tests/support/context.ts';
import { demoSignIns, seedDemoPeople } from './demo-people.ts';
import { demoWelcome } from './welcome.ts';

const origin = 'http://127.0.0.1:3000';
const welcome = (vars: Readonly<Record<string, string>> = {}) =>
  demoWelcome({ env: testEnv({ PLAZA_DEMO: '1', ...vars }), origin });

describe('the greeting of a demo', () => {
  it('shows the address, every demo account, the mailbox, and how to stop, in at most 80 columns', () => {
    const text = welcome();

    expect(text).toContain(`Plaza is running: ${origin}\n`);
    expect(text).toContain(`${origin}/dev/mailbox`);
    expect(text).toContain('Ctrl+C');
    for (const { email, as } of demoSignIns) expect(text).toMatch(new RegExp(`${email} +${as}\n`));
    expect(text.match(/: (Hlyna Studio|North Thread|Paper Owl Press)\n/g)).toHaveLength(3);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('names only accounts that exist in the demo', async () => {
    const ctx = await testContext({ vars: { PLAZA_DEMO: '1' } });

    await seedDemoPeople(ctx);

    const found = await Promise.all(demoSignIns.map(({ email }) => findUserByEmail(ctx.data, email)));
    expect(found).not.toContain(null);
    expect(found).toHaveLength(8);
  });

  it('does not mention the mailbox when codes are sent by SMTP', () => {
    const text = welcome({ SMTP_HOST: 'smtp.example.test', SMTP_FROM: 'no-reply@plaza.test' });

    expect(text).not.toContain('/dev/mailbox');
    expect(text).toContain('the code arrives by email');
  });
});
