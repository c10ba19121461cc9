import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

type Report = {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
};

const root = resolve(import.meta.dirname, '../..');
const config = join(root, 'scripts/boundaries.cjs');
const rules: { forbidden: readonly { readonly name: string }[] } = createRequire(import.meta.url)(config);

/** Runs the same command as `npm run check`. It exits with 0 even if it checked no file, so only its report counts. */
function cruise(folder: string): Report {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [tool, '--config', config, '--output-type', 'json', 'app', 'components', 'lib', 'services'];
  const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(done.stdout) as Report;
}

describe('scripts/boundaries.cjs', () => {
  it('reports each rule’s violation in the fixtures, once each', () => {
    const { violations } = cruise(join(root, 'tests/fixtures/boundaries')).summary;

    const broken = [...new Set(violations.map(({ rule }) => rule.name))].sort();
    expect(broken).toEqual(rules.forbidden.map(({ name }) => name).sort());
    // One forbidden import per fixture, and two files for a cycle: no allowed import is reported.
    expect(violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort()).toMatchInlineSnapshot(`
      [
        "adapters-apart: services/files/mixes.ts",
        "adapters-below-domains: services/database/decides.ts",
        "adapters-below-domains: services/llm/reads.ts",
        "admin-on-top: lib/store/climbs.ts",
        "api-knows-next: lib/api/logs.ts",
        "app-asks-lib: app/opens.ts",
        "app-knows-next: app/logs.ts",
        "auth-knows-cookies: lib/auth/logs.ts",
        "components-are-thin: components/store/reads.tsx",
        "components-know-react: components/store/checks.tsx",
        "context-lists-ports: lib/context/climbs.ts",
        "context-lists-ports: lib/context/decides.ts",
        "domains-meet-by-name: lib/store/meddles.ts",
        "floor-of-api-and-auth: lib/api/climbs.ts",
        "floor-of-audit: lib/audit/climbs.ts",
        "floor-of-core: lib/core/climbs.ts",
        "floor-of-data: lib/data/climbs.ts",
        "floor-of-i18n: lib/i18n/climbs.ts",
        "floor-of-language: lib/language/climbs.ts",
        "floor-of-mail: lib/mail/climbs.ts",
        "floor-of-search: lib/search/climbs.ts",
        "floor-of-settings: lib/settings/climbs.ts",
        "ground-below-domains: lib/api/decides.ts",
        "ground-below-domains: lib/audit/decides.ts",
        "ground-below-domains: lib/i18n/decides.ts",
        "ground-below-domains: lib/language/decides.ts",
        "ground-below-domains: lib/mail/decides.ts",
        "ground-below-domains: lib/search/decides.ts",
        "ground-below-domains: lib/settings/decides.ts",
        "ground-below-domains: lib/tunnel/decides.ts",
        "lib-below-ui: lib/store/shows.ts",
        "lib-is-plain: lib/store/sends.ts",
        "lib-uses-ports-only: lib/store/opens.ts",
        "mail-planes-apart-too: services/mail/channel-sender.ts",
        "mail-planes-apart: services/mail/platform-mailer.ts",
        "no-cycles: lib/store/cycle-a.ts",
        "payments-know-no-shop: lib/payments/peeks.ts",
        "schemas-are-pure: lib/store/schemas/order.ts",
        "stock-behind-one-file: lib/store/cart/counts.ts",
        "texts-know-markdown: lib/web/texts/logs.ts",
        "ui-knows-no-domain: components/ui/knows.tsx",
        "values-are-bare: lib/store/values.ts",
        "web-is-for-browsers: lib/store/browses.ts",
        "web-knows-react: lib/web/logs.ts",
      ]
    `);
  });

  it('reports no violation in the product, all of which it checks', () => {
    const { totalCruised, violations } = cruise(root).summary;

    expect(totalCruised).toBeGreaterThan(100);
    expect(violations.map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([]);
  });
});
