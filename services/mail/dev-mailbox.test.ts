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
  it('shows the newest mail first, with the code and the link it carries', async () => {
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

  it('marks what a channel of the CRM has sent, and shows no code or link of it anywhere', async () => {
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

  it('forgets old mail instead of growing for ever', async () => {
    const mailbox = openDevMailbox(world);

    for (let n = 0; n < 150; n++) await mailbox.send(mail(n));

    const kept = await mailbox.list();
    expect(kept).toHaveLength(100);
    expect(kept[0]?.key).toBe('login-149');
  });

  it('puts code and link into the log, for those who sign in from a terminal', async () => {
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

  it('never opens the development mailbox in production, except for a demo', () => {
    const inProduction = openMail(testEnv(production), world);
    const inDemo = openMail(testEnv({ ...production, PLAZA_DEMO: '1' }), world);

    expect(inProduction).toEqual({ mailer: null, devMailbox: null });
    expect(inDemo.devMailbox).not.toBeNull();
    expect(inDemo.mailer).toBe(inDemo.devMailbox);
  });

  it('sends by SMTP wherever a server is named, and then there is no mailbox to look into', () => {
    const opened = openMail(testEnv(smtp), world);

    expect(opened.mailer).not.toBeNull();
    expect(opened.devMailbox).toBeNull();
  });

  it('has none beside a mail server in a demo either: it would show to all what is meant for one', () => {
    const opened = openMail(testEnv({ ...smtp, PLAZA_DEMO: '1' }), world);

    expect(opened.devMailbox).toBeNull();
  });
});
