import { type Ask, as, asked, type Field, type InputWorld, json } from './field.ts';

/** The text fields of mails, and of contacts and tasks. */
export const mailFields: readonly Field[] = [
  {
    name: 'posted mail',
    most: 1_000_000,
    run: async (text, ask, world) => {
      await postMail(ask, world, { bodyText: text, subject: text.slice(0, 10_000).toWellFormed() });
    },
  },
  {
    name: 'posted page',
    most: 1_500_000,
    count: 14,
    run: async (text, ask, world) => {
      await postMail(ask, world, { bodyText: '', subject: 'page', bodyHtml: `<p>${text}` });
    },
  },
  {
    name: 'people of a posted mail',
    most: 20_000,
    count: 8,
    run: async (text, ask, world) => {
      const references = text.slice(0, 200_000);
      await postMail(ask, world, {
        bodyText: 'x',
        subject: 'x',
        fromName: text.slice(0, 1000).toWellFormed(),
        cc: text,
        references,
      });
    },
  },
  {
    name: 'contact and task',
    most: 200,
    count: 8,
    run: async (text, ask, world) => {
      const admin = await world.openCaller({ role: 'admin' });
      const email = `c${Math.random().toString(36).slice(2)}@x.test`;
      await ask({
        method: 'POST',
        path: '/api/admin/email/contacts',
        body: { email, name: text, company: text },
        ...as(admin),
      });
      await ask({ path: `/api/admin/email/contacts?name=${asked(text)}`, ...as(admin) });
      await ask({ path: `/api/admin/email/threads?q=${asked(text)}`, ...as(admin) });
      await ask({ path: `/admin/inbox?q=${asked(text)}`, ...as(admin) });
      await ask({ path: '/admin/inbox/contacts', ...as(admin) });
    },
  },
];

let mailCount = 0;

/** Posts a mail as a provider does, and opens its thread and the list as an admin. */
async function postMail(ask: Ask, world: InputWorld, part: Readonly<Record<string, unknown>>): Promise<void> {
  mailCount += 1;
  const body = {
    messageId: `<lag-${mailCount}@x.test>`,
    from: `lag-${mailCount}@x.test`,
    to: 'support@shop.test',
    date: new Date().toISOString(),
    ...part,
  };
  const bearer = world.secrets.webhook;
  const admin = await world.openCaller({ role: 'admin' });
  const taken = json(
    await ask({ method: 'POST', path: '/api/webhooks/email/inbound', bearer, body, from: admin.from }),
  );
  const { threadId } = taken as { threadId?: string | null };
  await ask({ path: threadId ? `/admin/inbox/${threadId}` : '/admin/inbox/dead-letters', ...as(admin) });
  await ask({ path: threadId ? `/api/admin/email/threads/${threadId}` : '/admin/inbox', ...as(admin) });
}
