import type { Page } from 'playwright/test';
import { report } from '#lib/admin/moderation/reports.ts';
import { Users } from '#lib/auth/collections.ts';
import en from '#lib/i18n/console/en/moderation.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/moderation.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/moderation.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { getMine } from '#lib/messaging/conversations/access.ts';
import { createConversation } from '#lib/messaging/conversations/create-conversation.ts';
import { pageOfMessages } from '#lib/messaging/messages/message-page.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { messagesQuery, sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { long, lookIn, looks } from './fixtures/form.ts';
import { expect, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const consoleWords = { en, uk, ru };

const say = async (who: Person, conversationId: string, content: string) =>
  (await sendMessage(who.ctx, conversationId, sendInput.parse({ content }), undefined)).message.id;

/** Reports an entity with the request that the dialog of the page sends. */
async function reportAs(page: Page, entityId: string): Promise<number> {
  await page.goto('/cart');
  return page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ entityId: id, reasonCode: 'scam' });
    return (await fetch('/api/reports', { method: 'POST', headers, body })).status;
  }, entityId);
}

test(
  'a moderator sees reports as they arrive, and blocks and restores the content',
  looks,
  async ({ page, world, signInAs, openBrowser, baseURL }) => {
    const [spammer, ...others] = [
      await makePerson(world, { name: 'Spammer' }),
      await makePerson(world, { name: 'Bob' }),
      await makePerson(world, { name: 'Eve' }),
    ] as const;
    const [bob, eve] = others;
    const { conversation } = await createConversation(
      spammer.ctx,
      { type: 'group', participantIds: others.map(({ ctx }) => ctx.user.id), metadata: { groupName: 'Some' } },
      undefined,
    );
    const advert = `Buy my coins ${conversation.id}`;
    const first = await say(spammer, conversation.id, advert);
    const second = await say(spammer, conversation.id, `Again ${conversation.id}`);
    const shown = async () => {
      const query = messagesQuery.parse({});
      const { messages } = await pageOfMessages(bob.ctx, await getMine(bob.ctx, bob.ctx.data, conversation.id), query);
      return messages.find(({ id }) => id === first)?.content;
    };
    const cases = page.getByRole('article').filter({ hasText: conversation.id });
    await report(bob.ctx, { entityId: first, reasonCode: 'spam', comment: 'Every day' });

    await signInAs({ role: 'admin' });
    await page.goto('/admin/moderation');
    await expect(cases).toHaveCount(1);
    await expect(cases).toContainText('Every day');

    // A case that is opened meanwhile appears without a reload.
    const eves = await openBrowser();
    await wear(eves, eve.cookie, baseURL);
    expect(await reportAs(await eves.newPage(), second)).toBe(202);
    await expect(cases).toHaveCount(2);
    await expectSound(page, 'moderation');

    const about = cases.filter({ hasText: advert });
    await about.focus();
    // As the key B arrives from a Ukrainian keyboard.
    await about.dispatchEvent('keydown', { key: 'и', code: 'KeyB', bubbles: true });
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(dialog.getByText('Enter a reason of at least')).toBeVisible();
    await dialog.getByRole('button', { name: 'Spam or unwanted advertising' }).click();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByText('Blocked: 1 of 1')).toBeFocused();
    await expect(cases).toHaveCount(1);
    expect(await shown()).toBe('');

    await page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name: 'Blocked' }).click();
    await expect(page).toHaveURL(/status=blocked/);
    await about.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(about).toHaveCount(0);
    expect(await shown()).toBe(advert);
  },
);

test.describe('a case of one’s own', () => {
  test.use({ refusals: [404] });

  test('a moderator is not shown that somebody reported them', async ({ page, world, signInAs }) => {
    const me = await signInAs({ role: 'admin', name: 'Own Goal' });
    const bob = await makePerson(world, { name: 'Bob' });
    const entityId = me.ctx.user.id;
    await createConversation(bob.ctx, { type: 'direct', participantIds: [entityId] }, undefined);
    await report(bob.ctx, { entityId, kind: 'profile', reasonCode: 'harassment', comment: 'Rings at three' });

    for (const path of ['/admin/moderation?type=profile', `/admin/users/${entityId}?tab=moderation`]) {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByText('Rings at three')).toHaveCount(0);
      await expect(page.getByRole('article').filter({ hasText: 'Own Goal' })).toHaveCount(0);
    }
    expect((await page.goto(`/admin/moderation/${entityId}`))?.status()).toBe(404);
  });
});

for (const [at, locale] of locales.entries())
  test(
    `the page of a case is sound and shows the conversation and the other cases of its owner, in ${locale}`,
    lookIn(at, 0),
    async ({ page, world, signInAs }) => {
      const texts = consoleWords[locale];
      const [ann, bob] = [await makePerson(world, { name: 'Ann' }), await makePerson(world, { name: 'Bob' })];
      const { conversation } = await createConversation(
        bob.ctx,
        { type: 'direct', participantIds: [ann.ctx.user.id] },
        undefined,
      );
      await say(bob, conversation.id, 'Good morning');
      const bad = await say(ann, conversation.id, `Buy my coins ${conversation.id}`);
      await say(bob, conversation.id, 'Please stop');
      const worse = await say(ann, conversation.id, `Buy them now ${conversation.id}`);
      for (const entityId of [bad, worse]) await report(bob.ctx, { entityId, reasonCode: 'spam' });

      await signInAs({ role: 'admin', locale });
      await page.goto('/admin/moderation');
      const about = page.getByRole('article').filter({ hasText: `Buy my coins ${conversation.id}` });
      await about.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/admin/moderation/${bad}`);

      const lines = page.getByRole('region', { name: texts.context, exact: true }).getByRole('listitem');
      await expect(lines).toHaveCount(4);
      await expect(lines.nth(0)).toContainText('Good morning');
      await expect(lines.nth(1)).toContainText(texts.reportedHere);
      await expect(lines.nth(2)).toContainText('Please stop');
      const others = page.getByRole('region', { name: texts.others });
      await expect(others.getByRole('link', { name: `Buy them now ${conversation.id}` })).toBeVisible();
      await expectSound(page, `moderation case ${locale}`);

      await page.goto(`/admin/moderation/${bad}`);
      await page.getByRole('button', { name: `${texts.dismiss}…` }).click();
      await page.getByRole('dialog').getByRole('button', { name: texts.dismiss, exact: true }).click();
      await expect(page.getByText(texts.contextClosed)).toBeVisible();
      await expect(page.getByText('Please stop')).toHaveCount(0);
    },
  );

test(
  'a moderator sees the reported person, and restricts them until the restriction is lifted',
  long,
  async ({ page, world, signInAs }) => {
    const [nuisance, bob] = [
      await makePerson(world, { name: 'Night Caller' }),
      await makePerson(world, { name: 'Bob' }),
    ];
    const entityId = nuisance.ctx.user.id;
    await world.data.update(Users, entityId, { bio: 'I call when I want to' });
    await createConversation(bob.ctx, { type: 'direct', participantIds: [entityId] }, undefined);
    await report(bob.ctx, { entityId, kind: 'profile', reasonCode: 'harassment', comment: 'Rings at three' });
    const statusNow = async () => (await world.data.need(Users, entityId)).data.status;

    await signInAs({ role: 'admin' });
    await page.goto('/admin/moderation?type=profile');
    const about = page.getByRole('article').filter({ hasText: 'Night Caller' });
    for (const text of ['I call when I want to', 'Visitor', '1 person', 'harassment', 'Rings at three'])
      await expect(about).toContainText(text);
    await expectSound(page, 'moderation of people');
    await about.getByRole('button', { name: 'Restrict…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restrict: Night Caller' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Calls people at night');
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
    await expect(page.getByText('Restricted: 1 of 1')).toBeFocused();
    expect(await statusNow()).toBe('restricted');

    await page.goto('/admin/moderation?type=profile&status=blocked');
    await expect(about).toContainText('Visitor, restricted');
    await about.getByRole('button', { name: 'Lift…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift', exact: true }).click();
    await expect(about).toHaveCount(0);
    expect(await statusNow()).toBe('active');
  },
);
