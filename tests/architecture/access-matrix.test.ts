import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installRuntime } from '#lib/context/runtime.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { type Heard, knock } from '#tests/support/knock.ts';
import { type Caller, callers, type Policy, targets } from '#tests/support/policies/policy-types.ts';
import { expectedStatus, policies, publicFiles } from '#tests/support/policy.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { type FoundRoute, readRoutes } from '#tests/support/route-table.ts';
import { scriptedGateway } from '#tests/support/scripted-gateway.ts';
import { addVendor, stockShop } from '#tests/support/shop.ts';

const root = resolve(import.meta.dirname, '../..');
const routes = await readRoutes();
const nameOf = ({ method, path }: Pick<FoundRoute, 'method' | 'path'>): string => `${method} ${path}`;
const policyOf = (route: FoundRoute): Policy => {
  const policy = policies[nameOf(route)];
  if (!policy) throw new Error(`tests/support/policies does not say who may call ${nameOf(route)}`);
  return policy;
};

let world: TestContext;
beforeAll(async () => {
  world = await testContext({
    vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH', ...pushVars },
    cardGateway: scriptedGateway().gateway,
  });
  installRuntime(world);
  await stockShop(world, { mug: 1_000_000 });
  await addVendor(world, 'vnd_other');
  await addVendor(world, 'vnd_third');
  await createCategory(world, { id: 'cat_test', name: { en: 'Mugs', uk: 'Кухлі', ru: 'Кружки' } });
});

const targetsOf = (policy: Policy) => (typeof policy.answers === 'number' ? (['own'] as const) : targets);
const bodiesOf = (policy: Policy) => (policy.body ? [false, true] : [false]);

/** Returns one row of the matrix: the statuses that each caller gets, and the expected ones. */
async function rowOf(route: FoundRoute, policy: Policy, isBroken: boolean) {
  const cells = callers.map(async (caller: Caller) => {
    const heard: Heard[] = [];
    for (const target of targetsOf(policy)) heard.push(await knock(world, { route, policy, caller, target, isBroken }));
    const expected = targetsOf(policy).map((target) => expectedStatus(policy, caller, target, isBroken));
    return { caller, heard, statuses: heard.map(({ status }) => status), expected };
  });
  return { name: nameOf(route), isBroken, cells: await Promise.all(cells) };
}
type Row = Awaited<ReturnType<typeof rowOf>>;

/**
 * Returns the table with one line per route and kind of body: each caller's status for their own thing, another's and a
 * missing one.
 */
function tableOf(rows: readonly Row[]): string {
  const head = ['route', 'body', ...callers];
  const lines = rows.map(({ name, isBroken, cells }) => [
    name,
    isBroken ? 'broken' : 'good',
    ...cells.map(({ statuses }) => statuses.join('/')),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const text = [head, ...lines].map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n`;
}

describe('the access matrix', () => {
  it('S33 lists every route and no missing one', () => {
    expect(routes.map(nameOf).sort()).toEqual(Object.keys(policies).sort());
  });

  it('S33 lists every file that responds outside the API, and those export only GET', () => {
    const files = globSync('app/**/route.{ts,tsx}', { cwd: root }).filter((file) => !/^app\/(api|pay)\//.test(file));
    const methods = files.flatMap((file) => {
      const text = readFileSync(resolve(root, file), 'utf8');
      return [...text.matchAll(/export (?:async function|function|const) ([A-Z]+)\b/g)].map(([, method]) => method);
    });

    expect(files.sort()).toEqual(publicFiles.toSorted());
    expect([...new Set(methods)]).toEqual(['GET']);
  });

  it('S33 finds every route guarded as the hand-written policy says', () => {
    const differing = routes.filter((route) => route.spec.auth !== policyOf(route).auth);

    expect(differing.map(nameOf)).toEqual([]);
  });

  it('allows cross-site navigation only to the return page of the card gateway', () => {
    expect(routes.filter(({ spec }) => spec.crossSite).map(nameOf)).toEqual(['GET /pay/return', 'POST /pay/return']);
  });

  it('S33 S34 S35 matches every route’s response to every caller', async () => {
    const rows: Row[] = [];
    for (const route of routes)
      for (const isBroken of bodiesOf(policyOf(route))) rows.push(await rowOf(route, policyOf(route), isBroken));

    const wrong = rows.flatMap(({ name, isBroken, cells }) =>
      cells
        .filter(({ statuses, expected }) => statuses.join() !== expected.join())
        .map(({ caller, statuses, expected, heard }) => ({ name, isBroken, caller, statuses, expected, heard })),
    );
    expect(wrong).toEqual([]);
    for (const { cells } of rows) for (const { heard } of cells) expectSameAsMissing(heard);
    await expect(tableOf(rows)).toMatchFileSnapshot('access-matrix.txt');
  });

  it.each([
    ['undeclared', 'GET in app/api/open/route.ts'],
    ['preflight', 'OPTIONS in app/api/open/route.ts'],
    ['disguised', 'GET in app/api/open/route.tsx'],
  ])('rejects a route not made by defineRoute: %s', async (folder, name) => {
    const fixtures = resolve(import.meta.dirname, '../fixtures/routes', folder);

    await expect(readRoutes(fixtures)).rejects.toThrow(`${name} is not made by defineRoute`);
  });
});

/** Expects that a 404 for another user's thing has the same text as one for a missing thing. */
function expectSameAsMissing(heard: readonly Heard[]): void {
  const [, other, missing] = heard;
  if (other?.status !== 404 || missing?.status !== 404) return;
  expect(other.text.replaceAll(other.id, '*')).toBe(missing.text.replaceAll(missing.id, '*'));
}
