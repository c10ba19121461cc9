import { readFileSync } from 'node:fs';
import { sealStatus } from '#lib/admin/audit/audit-page.ts';
import { auditProcesses } from '#lib/admin/processes/audit-processes.ts';
import { runProcess } from '#lib/admin/processes/process-runner.ts';
import { changeRole } from '#lib/admin/users/roles.ts';
import { auditRow } from '#lib/audit/audit.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { DAY_MS } from '#lib/core/time.ts';
import en from '#lib/i18n/console/en/audit.json' with { type: 'json' };
import shell from '#lib/i18n/console/en/shell.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/audit.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/audit.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { makePerson } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const audit = { en, uk, ru };
const t = en;
const PATH = '/admin/audit';

/** A superadmin who has changed the role of a person. */
async function roleChanged(world: Runtime) {
  const { ctx } = await makePerson(world, { role: 'superadmin', name: 'Iryna' });
  const { ctx: target } = await makePerson(world);
  await changeRole(ctx, target.user.id, { role: 'member', reason: 'Paid for a year' });
  return { actor: ctx.user, targetId: target.user.id };
}

/**
 * Seals a row, changes it by hand and verifies until it is named. The server of the test seals as well, so the row may
 * come into an hour that is sealed already. Returns its id.
 */
async function changedByHand(world: Runtime): Promise<{ readonly id: string; readonly targetId: string }> {
  const ctx: Context = systemContext(world, newId('request'));
  const targetId = newId('order');
  const at = new Date(Date.now() - DAY_MS);
  await ctx.data.batch((write) =>
    auditRow(write, ctx, { action: 'thing.done', targetType: 'thing', targetId, now: at }),
  );
  const { rows } = await ctx.data.find(auditRowsOf(targetId, 1));
  const id = rows[0]?.id ?? '';
  const runAll = async () => {
    for (const process of auditProcesses) await runProcess(ctx, process, { trigger: 'manual' });
  };
  await runAll();
  await ctx.data.update(AuditLog, id, { targetType: 'another' });
  await expect
    .poll(async () => {
      await runAll();
      return (await sealStatus(ctx)).findings.some((finding) => finding.targetId === id);
    })
    .toBe(true);
  return { id, targetId };
}

test('an admin finds by keyboard who changed a role, sees before and after, and takes the list along', async ({
  page,
  world,
  signInAs,
}) => {
  const { actor, targetId } = await roleChanged(world);
  await signInAs({ role: 'admin' });
  await page.goto('/admin');
  await page.getByRole('link', { name: t.title, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();

  await page.getByLabel(t.target, { exact: true }).fill(targetId);
  await page.getByLabel(t.target, { exact: true }).press('Enter');

  const row = page.getByRole('row').filter({ hasText: targetId });
  await expect(page).toHaveURL(new RegExp(`target=${targetId}`));
  await expect(row).toContainText(t['act_user_role-changed']);
  await expect(row).toContainText('user.role-changed');
  await expect(row).toContainText('Iryna');
  await row.getByText(t.open).press('Enter');
  await expect(row.getByText(t.before, { exact: true })).toBeVisible();
  await expect(row).toContainText('visitor');
  await expect(row).toContainText('member');
  await expect(row).toContainText('Paid for a year');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: shell.csv }).press('Enter'),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain(`,${actor.id},superadmin,session,user.role-changed,ok,user,${targetId},`);
  expect(csv.trim().split('\r\n')).toHaveLength(2);

  await row.getByRole('link', { name: actor.id }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`actor=${actor.id}`));
  await page.goBack();
  await expect(page.getByLabel(t.target, { exact: true })).toHaveValue(targetId);
});

test('a row changed in the database is named above the list', async ({ page, world, signInAs }) => {
  const { id, targetId } = await changedByHand(world);
  await signInAs({ role: 'admin' });

  await page.goto(PATH);

  await page.getByRole('link', { name: id }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: targetId })).toBeVisible();
});

for (const [at, locale] of locales.entries())
  test(`the audit page is sound in ${locale}`, lookIn(at, 2), async ({ page, world, signInAs }) => {
    await roleChanged(world);
    await changedByHand(world);
    await signInAs({ role: 'admin', locale });
    for (const [name, query] of [
      ['audit', ''],
      ['audit-nothing', '?actor=nobody%40plaza.test'],
    ] as const) {
      await page.goto(PATH + query);
      await expect(page.getByRole('heading', { level: 1, name: audit[locale].title })).toBeVisible();
      const summary = page.getByText(audit[locale].open).first();
      if (query === '') await summary.press('Enter');

      await expectSound(page, `${name}-${locale}`);
    }
  });
