import { describe, expect, it } from 'vitest';
import { testEnv } from '#tests/support/context.ts';
import { openDevMailbox } from './dev-mailbox.ts';
import { openMail } from './open-mail.ts';

const world = { now: () => new Date('2026-03-02T10:00:00.000Z'), log: () => {} };
const mail = (n: number) => ({
  key: `login-${n}`,
  to: 'shopper@example.test',
  subject: `12345${n % 10} is your code`,
  text: `Open http://127.0.0.1:3000/sign-in/link?token=${n} now`,
  html: '',
});

describe('the development mailbox', () => {
  it('lists the newest mail first, with its code and its link', async () => {
    const mailbox = openDevMailbox(world);

    await mailbox.send(mail(1));
    await mailbox.send(mail(2));

    const [newest, older] = await mailbox.list();
    expect(newest).toMatchObject({
      to: 'shopper@example.test',
      code: '123452',
      link: 'http://127.0.0.1:3000/sign-in/link?token=2',
      at: '2026-03-02T10:00:00.000Z',
    });
    expect(older).toMatchObject({ key: 'login-1' });
  });

  it('marks a mail of a CRM channel, and neither lists nor logs a code or link of it', async () => {
    const lines: unknown[] = [];
    const mailbox = openDevMailbox({ ...world, log: (level, event, facts) => lines.push([level, event, facts]) });

    await mailbox.keep({
      key: 'd.drf_1',
      to: 'asker@example.test',
      subject: 'Re: order 123456',
      text: 'https://x.test',
    });

    const [kept] = await mailbox.list();
    expect(kept).toMatchObject({ plane: 'crm', to: 'asker@example.test', code: null, link: null });
    expect(lines).toEqual([['info', 'dev-mail.kept', { key: 'd.drf_1' }]]);
  });

  it('keeps only the newest hundred mails', async () => {
    const mailbox = openDevMailbox(world);

    for (let n = 0; n < 150; n++) await mailbox.send(mail(n));

    const kept = await mailbox.list();
    expect(kept).toHaveLength(100);
    expect(kept[0]?.key).toBe('login-149');
  });

  it('logs code and link for signing in from a terminal', async () => {
    const lines: unknown[] = [];
    const mailbox = openDevMailbox({ ...world, log: (level, event, facts) => lines.push([level, event, facts]) });

    await mailbox.send(mail(7));

    expect(lines).toEqual([
      [
        'info',
        'dev-mail.caught',
        { key: 'login-7', code: '123457', link: 'http://127.0.0.1:3000/sign-in/link?token=7' },
      ],
    ]);
  });
});

describe('openMail', () => {
  const smtp = { SMTP_HOST: 'mail.example.test', SMTP_FROM: 'no-reply@plaza.test' };
  const production = { NODE_ENV: 'production', APP_ORIGIN: 'https://plaza.test' };

  it('opens the development mailbox in production only for a demo', () => {
    const inProduction = openMail(testEnv(production), world);
    const inDemo = openMail(testEnv({ ...production, PLAZA_DEMO: '1' }), world);

    expect(inProduction).toEqual({ mailer: null, devMailbox: null });
    expect(inDemo.devMailbox).not.toBeNull();
    expect(inDemo.mailer).toBe(inDemo.devMailbox);
  });

  it('sends by SMTP when a server is configured, and then opens no development mailbox', () => {
    const opened = openMail(testEnv(smtp), world);

    expect(opened.mailer).not.toBeNull();
    expect(opened.devMailbox).toBeNull();
  });

  it('opens no development mailbox in a demo with a mail server, because it would show private mail', () => {
    const opened = openMail(testEnv({ ...smtp, PLAZA_DEMO: '1' }), world);

    expect(opened.devMailbox).toBeNull();
  });
});
