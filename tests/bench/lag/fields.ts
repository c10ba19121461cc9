import { type Ask, as, asked, type Field, type Input, type InputWorld, json } from './field.ts';
import { mailFields } from './mail-fields.ts';
import { type HostileText, hostileTexts, someTexts } from './texts.ts';

/** Replaces characters that a header cannot hold. */
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, 'x').trim();

/** Every text field that is stored or searched, with the pages that show the stored text. */
const fields: readonly Field[] = [
  {
    name: 'message',
    most: 8000,
    run: async (content, ask, world) => {
      const [one, other] = [await world.openCaller(), await world.openCaller()];
      const id = await world.openTalk(one, other);
      for (let n = 0; n < 10; n++)
        await ask({ method: 'POST', path: `/api/conversations/${id}/messages`, body: { content }, ...as(one) });
      await ask({ path: `/messages/${id}`, ...as(other) });
      await ask({ path: '/messages', ...as(other) });
      await ask({ path: `/api/conversations/${id}/messages`, ...as(other) });
    },
  },
  {
    name: 'search in messages',
    most: 100,
    count: 12,
    run: async (text, ask, world) => {
      const [one, other] = [await world.openCaller(), await world.openCaller()];
      const id = await world.openTalk(one, other);
      await ask({ path: `/api/conversations/${id}/messages/search?q=${asked(text)}`, ...as(one) });
      await ask({ path: `/api/conversations?q=${asked(text)}`, ...as(one) });
      await ask({ path: `/api/conversations/contacts?q=${asked(text)}`, ...as(one) });
    },
  },
  {
    name: 'data of a message',
    most: 12_000,
    count: 8,
    run: async (text, ask, world) => {
      const [one, other] = [await world.openCaller(), await world.openCaller()];
      const id = await world.openTalk(one, other);
      const nested = JSON.parse(`${'{"a":'.repeat(30)}${JSON.stringify(text.slice(0, 2000))}${'}'.repeat(30)}`);
      for (const metadata of [
        { text },
        nested,
        Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n, text.slice(n, n + 2).toWellFormed()])),
      ])
        await ask({
          method: 'POST',
          path: `/api/conversations/${id}/messages`,
          body: { content: 'x', metadata },
          ...as(one),
        });
      await ask({ path: `/messages/${id}`, ...as(other) });
    },
  },
  {
    name: 'name of a person',
    most: 80,
    count: 10,
    run: async (name, ask, world) => {
      const one = await world.openCaller();
      await ask({ method: 'PATCH', path: '/api/account/profile', body: { name }, ...as(one) });
      await ask({ path: '/account', ...as(one) });
    },
  },
  {
    name: 'search in the shop',
    most: 200,
    run: async (text, ask, world) => {
      const { from } = await world.openCaller();
      await ask({ path: `/api/store/products?search=${asked(text)}`, from });
      await ask({ path: `/products?search=${asked(text)}`, from });
      await ask({ path: `/uk/products?search=${asked(text)}&categories=${asked(text)}&currency=${asked(text)}`, from });
      await ask({ path: `/api/store/price-range?search=${asked(text)}&ids=${asked(text)}`, from });
    },
  },
  {
    name: 'order',
    most: 500,
    count: 12,
    run: async (text, ask, world) => {
      const one = await world.openCaller({ creditMinor: 10_000_000 });
      const short = (most: number) => text.slice(0, most).toWellFormed();
      const body = {
        items: world.productIds.map((id) => ({ id, qty: 1 })),
        contact: { name: short(80), email: 'a@x.test', phone: short(32) },
        delivery: { method: 'courier', country: short(60), city: short(80), address: short(200), comment: short(500) },
        note: text,
      };
      const placed = json(await ask({ method: 'POST', path: '/api/store/orders', body, ...as(one) }));
      const { id } = (placed.order ?? placed) as { id?: string };
      await ask({ path: id ? `/orders/${id}` : '/orders', ...as(one) });
      await ask({ path: id ? `/orders/${id}/document` : '/orders', ...as(one) });
    },
  },
  {
    name: 'report',
    most: 500,
    count: 4,
    run: async (comment, ask, world) => {
      const [one, other] = [await world.openCaller(), await world.openCaller()];
      const body = { entityId: other.userId, kind: 'profile', reasonCode: 'spam', comment };
      await ask({ method: 'POST', path: '/api/reports', body, ...as(one) });
      await ask({ path: '/admin/moderation', ...as(await world.openCaller({ role: 'admin' })) });
    },
  },
  {
    name: 'group and its people',
    most: 80,
    count: 4,
    run: async (groupName, ask, world) => {
      const [one, other] = [await world.openCaller(), await world.openCaller()];
      const body = { type: 'group', participantIds: [other.userId], metadata: { groupName } };
      await ask({ method: 'POST', path: '/api/conversations', body, ...as(one) });
      await ask({ path: '/messages', ...as(other) });
    },
  },
  ...mailFields,
  {
    name: 'notification',
    most: 2000,
    count: 6,
    run: async (message, ask, world) => {
      const [admin, one] = [await world.openCaller({ role: 'admin' }), await world.openCaller()];
      const body = {
        type: 'SYSTEM',
        title: message.slice(0, 200).toWellFormed(),
        message,
        userId: one.userId,
      };
      await ask({ method: 'POST', path: '/api/notifications', body, ...as(admin) });
      await ask({ path: '/notifications', ...as(one) });
    },
  },
  {
    name: 'header',
    most: 8000,
    count: 10,
    run: async (text, ask, world) => {
      const { from } = await world.openCaller();
      const value = ascii(text);
      for (const name of [
        'cookie',
        'accept-language',
        'user-agent',
        'referer',
        'if-none-match',
        'range',
        'accept-encoding',
      ])
        await ask({ path: '/products', from, headers: { [name]: value }, gzip: false });
      await ask({ path: '/api/store/cart', from, headers: { 'idempotency-key': value.slice(0, 255) } });
    },
  },
  {
    name: 'address',
    most: 2000,
    count: 12,
    run: async (text, ask, world) => {
      const { from } = await world.openCaller();
      await ask({ path: `/${asked(text)}`, from });
      await ask({ path: `/products/${asked(text.slice(0, 300).toWellFormed())}`, from });
      await ask({ path: `/products?${asked(text)}=${asked(text)}`, from });
      await ask({ path: `/sign-in?next=${asked(text)}`, from });
    },
  },
  {
    name: 'picture of a product',
    most: 200,
    count: 2,
    run: async (text, ask, world) => {
      const { from } = await world.openCaller();
      for (const id of world.productIds)
        for (const front of ['', '/uk', '/ru']) await ask({ path: `${front}/og/products/${id}?${asked(text)}`, from });
    },
  },
  {
    name: 'channels of the tunnel',
    most: 200,
    count: 4,
    run: async (text, ask, world) => {
      const one = await world.openCaller();
      const body = { channels: Array.from({ length: 50 }, () => text), cursor: text.repeat(60), timeout: 0 };
      await ask({ method: 'POST', path: '/api/tunnel/poll', body, ...as(one) });
    },
  },
  {
    name: 'sign-in',
    most: 320,
    count: 6,
    run: async (text, ask, world) => {
      const { from } = await world.openCaller();
      await ask({ method: 'POST', path: '/api/auth/email/start', body: { email: text, next: text }, from });
      await ask({
        method: 'POST',
        path: '/api/auth/email/start',
        body: { email: `${text.slice(0, 200).toWellFormed()}@x.test` },
        from,
      });
    },
  },
];

const textsOf = ({ count }: Field, at: number): readonly HostileText[] =>
  count === undefined ? hostileTexts : someTexts(at, count);

/** Returns an input for every field and its share of the hostile texts, at the longest accepted length. */
export const fieldInputs = (world: InputWorld): readonly Input[] =>
  fields.flatMap((field, at) =>
    textsOf(field, at).map((text) => ({
      name: `${field.name}: ${text.name}`,
      run: (ask: Ask) => field.run(text.make(field.most), ask, world),
    })),
  );
