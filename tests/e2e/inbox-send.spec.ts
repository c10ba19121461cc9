import type { Page, Route } from 'playwright/test';
import type { Runtime } from '#lib/context/runtime.ts';
import { EmailDrafts } from '#lib/crm/collections.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft, editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { claimSend } from '#lib/crm/drafts/sending/claim-send.ts';
import { settleSend } from '#lib/crm/drafts/sending/settle-send.ts';
import type { Person } from '#tests/support/browser.ts';
import { receive } from '#tests/support/inbox.ts';
import { long, looks } from './fixtures/form.ts';
import { button, called, expectAnnounced, holdFor, noProposal, reply, row, send } from './fixtures/inbox-page.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const toast = (page: Page) => page.getByRole('region', { name: 'Email to nora@example.test' });
const statusOf = async (world: Runtime, id: string) => (await world.data.need(EmailDrafts, id)).data.status;

/** Creates a thread with an approved reply in it. */
async function approved(world: Runtime, { ctx }: Person, name: string, hoursAgo = 0.1) {
  const subject = called(name);
  const { threadId } = await receive(world, { subject, text: 'Is it there?', headers: noProposal, hoursAgo });
  const { id } = await createDraft(ctx, threadId, 'Hello Nora,\n\nit is there.\n\nPlaza');
  await approveDraft(ctx, id, {});
  return { id, threadId, subject };
}

/** Creates a mail with an unknown outcome: the connection broke after its last byte. */
async function lost(world: Runtime, person: Person, name: string) {
  const draft = await approved(world, person, name);
  const { claim } = await claimSend(person.ctx, draft.id, { by: 'person', wish: {} });
  const error = {
    code: 'ETIMEDOUT',
    responseCode: null,
    stage: 'body',
    message: 'The server fell silent after the last line of the mail',
    at: world.now().toISOString(),
  } as const;
  await settleSend(person.ctx, draft.id, claim?.attempt ?? 0, { state: 'unknown', error });
  return draft;
}

test('a send can be undone from any page and after a reload', looks, async ({ page, world, signInAs }) => {
  const { id, threadId, subject } = await approved(world, await signInAs({ role: 'admin' }), 'Taken back');
  await page.goto(`/admin/inbox/${threadId}`);
  await send(page);
  await expect(reply(page).getByText('about to be sent')).toBeVisible();
  await expect(reply(page).getByRole('button', { name: 'Undo send' })).toBeFocused();
  await expect(toast(page)).toContainText(/sending in \d+ s/);
  await expectAnnounced(page, 'will be sent in 10 seconds. Press z or Undo send to cancel.');
  await page.keyboard.press('z');
  await expect(toast(page)).toContainText('Undone. Nothing was sent to nora@example.test.');
  await expect(button(page, 'Send…')).toBeFocused();

  await send(page);
  await expect(toast(page)).toContainText('sending in');
  await page.goto('/admin/inbox?status=ongoing');
  await expect(row(page, subject)).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo send' }).press('Enter');

  await expect(toast(page)).toContainText('Nothing was sent');
  expect(await statusOf(world, id)).toBe('approved');
  await expectSound(page, 'inbox-send-undone');
});

test.describe('an admin who undoes a send', () => {
  test.use({ refusals: [409] });

  test('too late sees that the mail was sent', long, async ({ page, world, signInAs }) => {
    const { id, threadId } = await approved(world, await signInAs({ role: 'admin' }), 'Too late');
    await page.goto(`/admin/inbox/${threadId}`);
    await holdFor(page, 1);
    await page.route('**/api/admin/email/drafts/*/send', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await expect.poll(() => statusOf(world, id)).toBe('sent');
      return route.continue();
    });
    await send(page);
    await toast(page).getByRole('button', { name: 'Undo send' }).click();

    await expect(toast(page)).toContainText('Sent to nora@example.test.');
    await expect(page.getByRole('article', { name: /Sent by/ })).toContainText('it is there.');
    await expect(button(page, 'Undo send')).toHaveCount(0);
  });
});

test.describe('approving and sending with one key', () => {
  test.use({ refusals: [409] });

  test('closes the writer also when the approval fails, and no copy of the reply comes back', async ({
    page,
    world,
    signInAs,
  }) => {
    await signInAs({ role: 'admin' });
    const { threadId } = await receive(world, { subject: called('Refused'), text: 'Hello', headers: noProposal });
    await page.goto(`/admin/inbox/${threadId}`);
    await holdFor(page, 1);
    const refusal = {
      ...{ error: 'Conflict', message: 'No', statusCode: 409 },
      details: { code: 'InvalidTransition' },
    };
    await page.route('**/approve', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    await button(page, 'Write reply').click();
    await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('Hello Nora, it is there.');
    await page.keyboard.press('Control+Enter');

    const editor = page.getByRole('textbox', { name: /^Reply to/ });
    await expect(editor).toHaveValue('Hello Nora, it is there.');
    await expect(reply(page).getByText('it is no longer possible')).toBeVisible();
    await editor.press('Control+Enter');

    await expect(page.getByRole('article', { name: /Sent by/ })).toContainText('it is there.');
    await expect(button(page, 'Write reply')).toBeVisible();
    await page.reload();
    await expect(button(page, 'Write reply')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toHaveCount(0);
  });

  test('sends no text that the admin has not seen', async ({ page, world, signInAs }) => {
    const admin = await signInAs({ role: 'admin' });
    const { id, threadId } = await approved(world, admin, 'Changed meanwhile');
    await page.goto(`/admin/inbox/${threadId}`);
    const editor = page.getByRole('textbox', { name: /^Reply to/ });
    await expect(editor).toBeVisible();
    const overtaken = async (route: Route) => {
      await editDraft(admin.ctx, id, { body: 'Another text.', version: 1 });
      await approveDraft(admin.ctx, id, { version: 2 });
      return route.continue();
    };
    await page.route('**/api/admin/email/drafts/**', overtaken, { times: 1 });
    await editor.press('Control+Enter');

    await expect(editor).toHaveValue('Another text.');
    await expect(toast(page)).toHaveCount(0);
    expect(await world.data.need(EmailDrafts, id)).toMatchObject({ data: { status: 'approved', sendAt: null } });
  });

  test('asks first when a newer mail has arrived', async ({ page, world, signInAs }) => {
    const admin = await signInAs({ role: 'admin' });
    const { threadId } = await receive(world, { subject: called('Overtaken'), text: 'Hello', headers: noProposal });
    const { id } = await createDraft(admin.ctx, threadId, 'Hello Nora.');
    await page.goto(`/admin/inbox/${threadId}`);
    const editor = page.getByRole('textbox', { name: /^Reply to/ });
    await expect(editor).toBeVisible();
    await world.data.batch((t) => t.update(EmailDrafts, id, { stale: true }));
    await editor.press('Control+Enter');

    await expect(page.getByRole('dialog', { name: 'Send this email?' })).toBeVisible();
    expect(await world.data.need(EmailDrafts, id)).toMatchObject({ data: { status: 'approved', sendAt: null } });
  });
});

for (const { outcome, name, said, status } of [
  { outcome: 'Mark as sent', name: 'Lost and found', said: 'Marked as sent.', status: 'sent' },
  { outcome: 'Mark as not sent', name: 'Lost for good', said: 'You can send it again.', status: 'approved' },
] as const)
  test(
    `a mail that may have been sent waits for an admin’s decision: ${outcome.toLowerCase()}`,
    looks,
    async ({ page, world, signInAs }) => {
      const { id, threadId } = await lost(world, await signInAs({ role: 'admin' }), name);
      await page.goto('/admin/inbox/drafts');
      const troubled = page
        .getByRole('list', { name: 'Failed and uncertain sends, newest first' })
        .getByRole('listitem');
      await expect(troubled.filter({ hasText: name })).toContainText('may have been sent');
      await troubled.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/admin/inbox/${threadId}`);
      await expect(page.getByText('This email may or may not have been sent')).toBeVisible();
      await expect(reply(page)).toContainText('after the email was handed over');
      await expect(button(page, /^Send/)).toHaveCount(0);
      await button(page, `${outcome}…`).click();
      const dialog = page.getByRole('dialog', { name: outcome });
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
      if (outcome === 'Mark as sent') await expectSound(page, 'inbox-unknown');

      await dialog.getByRole('button', { name: /^Confirm/ }).click();

      await expectAnnounced(page, said);
      await expect(page.getByText('This email may or may not have been sent')).toHaveCount(0);
      expect(await statusOf(world, id)).toBe(status);
      await expect(button(page, 'Send…')).toHaveCount(status === 'approved' ? 1 : 0);
    },
  );

test('an admin who chose that moves on to the next thread after each send', long, async ({ page, world, signInAs }) => {
  const admin = await signInAs({ role: 'admin' });
  const older = await approved(world, admin, 'Goes on, second', 0.02);
  const newer = await approved(world, admin, 'Goes on, first', 0.01);
  await page.goto('/admin/inbox?status=ongoing&q=Goes');
  await row(page, newer.subject).click();
  await expect(page.getByRole('heading', { level: 1, name: newer.subject })).toBeFocused();
  await button(page, 'Send…').click();
  const dialog = page.getByRole('dialog', { name: 'Send this email?' });
  await dialog.getByRole('checkbox', { name: /Open the next thread/ }).check();
  await dialog.getByRole('button', { name: 'Send now' }).click();

  await expect(page.getByRole('heading', { level: 1, name: older.subject })).toBeVisible();
  await expect(toast(page)).toContainText('sending in');
  await page.keyboard.press('z');
  await expect(toast(page)).toContainText('Undone');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: newer.subject })).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: older.subject })).toBeFocused();
});
