import { describe, expect, it } from 'vitest';
import { findUserByEmail } from '#lib/auth/users.ts';
import { seedDemo } from '#services/run/seed.ts';
import { testContext } from '#tests/support/context.ts';
import { demoSignIns } from './demo-people.ts';
import { demoWelcome } from './welcome.ts';

const origin = 'http://127.0.0.1:3000';
const open = (vars: Readonly<Record<string, string>> = {}) =>
  testContext({ vars: { PLAZA_DEMO: '1', PLAZA_DEMO_HISTORY: 'off', ...vars }, origin });

describe('the greeting of a demo', () => {
  it('shows the address, every demo account, the mailbox, and how to stop, in at most 80 columns', async () => {
    const text = await demoWelcome(await open());

    expect(text).toContain(`Plaza is running: ${origin}\n`);
    expect(text).toContain(`${origin}/dev/mailbox`);
    expect(text).toContain('Ctrl+C');
    for (const { email, as } of demoSignIns) expect(text).toMatch(new RegExp(`${email} +${as}\n`));
    expect(text.match(/: (Hlyna Studio|North Thread|Paper Owl Press)\n/g)).toHaveLength(3);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([
    ['off', 8],
    ['on', 11],
  ])('names only accounts that exist in the demo, with the past %s', async (history, count) => {
    const ctx = await open({ PLAZA_DEMO_HISTORY: history });
    await seedDemo(ctx);

    const text = await demoWelcome(ctx);

    const named = text.match(/\S+@plaza\.test/g) ?? [];
    const found = await Promise.all(named.map((email) => findUserByEmail(ctx.data, email)));
    expect(named).toHaveLength(count);
    expect(found).not.toContain(null);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('does not mention the mailbox when codes are sent by SMTP', async () => {
    const text = await demoWelcome(await open({ SMTP_HOST: 'smtp.example.test', SMTP_FROM: 'no-reply@plaza.test' }));

    expect(text).not.toContain('/dev/mailbox');
    expect(text).toContain('the code arrives by email');
  });
});
