import { globSync } from 'node:fs';
import { appealBlock } from '#lib/admin/moderation/appeals.ts';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { report } from '#lib/admin/moderation/reports.ts';
import { indexUsers } from '#lib/auth/user-index.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { locales } from '#lib/i18n/values.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import { testCallback } from '#tests/support/attempts.ts';
import {
  buy,
  findDriftNow,
  makePerson,
  openShopOf,
  orderDeclined,
  type Person,
  sell,
  sellTo,
} from '#tests/support/browser.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { receive } from '#tests/support/inbox.ts';
import { putProcedure } from '#tests/support/verification.ts';
import { everyLook } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';

const WIDTHS = [360, 768, 1440] as const;
const THEMES = ['light', 'dark'] as const;

/** Puts something into each list of the console. Returns an address for each page that shows one thing. */
async function fillConsole(world: Runtime) {
  const buyer = await makePerson(world, { name: 'Ярина Довгопрізвищна-Нескінченна', creditMinor: 9_000_000 });
  const seller = await makePerson(world, { name: 'Oleh Potter' });
  await indexUsers(world, [buyer.ctx.user.id, seller.ctx.user.id]);
  const vase = await sell(world, 'Vase of a console that is looked at', 30);
  const { id: orderId, number } = await buy(buyer, [{ id: vase, qty: 2 }]);
  await orderDeclined(buyer, [{ id: vase, qty: 1 }]);
  const vendorId = await openShopOf(seller, 'A shop whose name is somewhat longer than it should be');
  await sellTo(buyer, vendorId);
  const callbackId = await callback(world);
  const reported = await casesOf(world, buyer, seller);
  const { threadId } = await receive(world, {
    subject: 'Where is my vase?',
    text: 'It was promised for Friday.\n\nNora',
  });
  const procedure = await putProcedure(seller.ctx);
  const auditId = await findDriftNow(world);
  return {
    'orders/[id]': orderId,
    'payments/[orderReference]': `${number}-1`,
    'payments/callbacks/[id]': callbackId,
    'payments/settlements/[vendorId]': vendorId,
    'inbox/[threadId]': threadId,
    'moderation/[entityId]': reported,
    'users/[id]': buyer.ctx.user.id,
    'verification/[number]': procedure,
    'store-audits/[id]': auditId,
  } as Readonly<Record<string, string>>;
}

/** Inserts a callback that nobody knows. */
async function callback(world: Runtime): Promise<string> {
  const id = newId('request');
  const at = systemContext(world, id).now().toISOString();
  const row = testCallback({ orderReference: 'SOMEBODY-ELSES-PAYMENT-1', raw: '{}', receivedAt: at, updatedAt: at });
  await world.data.set(Callbacks, id, row);
  return id;
}

/** Creates an open case, whose message it returns, and a block with an appeal. */
async function casesOf(world: Runtime, reader: Person, author: Person): Promise<string> {
  const { ctx: judge } = await makePerson(world, { role: 'admin', name: 'Judge' });
  const conversation = testConversation([author.ctx.user.id, reader.ctx.user.id], world.now());
  await putConversation(world, conversation);
  const say = (content: string) => putMessage(world, conversation.id, { senderId: author.ctx.user.id, content });
  const [reported, blocked] = [await say('Buy my coins'), await say('Buy more of my coins')];
  await report(reader.ctx, { entityId: reported, reasonCode: 'spam', comment: 'Every day' });
  await blockEntity(judge, { entityId: blocked, reason: 'Advertising' });
  await appealBlock(author.ctx, { entityId: blocked, text: 'It was a joke' });
  return reported;
}

/** The pages of the console by their folders, and the lists of one page that look different. */
const folders = globSync('app/(admin)/admin/**/page.tsx')
  .map((file) => file.slice('app/(admin)/admin/'.length, -'page.tsx'.length).replace(/\/$/, ''))
  // The page of unknown addresses responds with 404.
  .filter((folder) => !folder.startsWith('[...'));
const further = [
  'moderation?status=appeals',
  'moderation?status=blocked',
  'payments?attention=all',
  'analytics?tab=vitals',
  'analytics?tab=errors',
  ...['role', 'sessions', 'orders', 'ledger', 'verification', 'moderation', 'audit'].map(
    (tab) => `users/[id]?tab=${tab}`,
  ),
];

for (const locale of locales)
  test(
    `every page of the console is sound in ${locale}, in each theme and width`,
    everyLook,
    async ({ page, world, signInAs }) => {
      const things = await fillConsole(world);
      await signInAs({ role: 'superadmin', locale, name: 'Olena Operator' });
      const addressOf = (folder: string) =>
        `/admin/${Object.entries(things).reduce((path, [from, id]) => {
          const last = from.slice(from.lastIndexOf('/') + 1);
          return path.startsWith(from) ? path.replace(last, id) : path;
        }, folder)}`;
      const found: string[] = [];

      for (const folder of [...folders, ...further]) {
        await page.goto(addressOf(folder));
        await expect(page.getByRole('heading', { level: 1 }), folder).toBeVisible();
        for (const theme of THEMES)
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            const look = `${folder || 'overview'} ${locale} ${theme} ${width}`;
            found.push(...(await findingsOf(page)).map((one) => `${look}: ${one}`));
            await shoot(page, `console-${look.replace(/[^\w-]+/g, '-')}`);
          }
        await page.setViewportSize({ width: NARROWEST, height: 640 });
        if ((await widthOf(page)) > NARROWEST) found.push(`${folder} ${locale}: wider than ${NARROWEST}`);
      }

      expect(found).toEqual([]);
    },
  );
