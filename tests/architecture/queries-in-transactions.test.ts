import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** The port and its drivers, which define the option. */
const port = /^(lib\/data\/(store(-errors)?|pending-writes)\.ts|services\/database\/)/;
const files = globSync('{app,components,lib,services,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file) && !port.test(file),
);

/** Transactions that may query, each with the reason why no caller waits for its locks (decisions/0031). */
const cold = {
  'lib/admin/users/delete-user.ts': 'the owner of a shop leaves, which must have no open sale',
  'lib/admin/users/purge-user.ts': 'a deleted account is purged once, in slices',
  'lib/admin/users/users.ts': 'an administrator ends the sessions of a person',
  'lib/admin/vendors/change-vendor.ts': 'an administrator gives a seller an address that nobody may have',
  'lib/admin/verification/apply-to-sell.ts': 'a person applies to sell',
  'lib/admin/verification/apply.ts': 'a person applies, and their earlier attempts count',
  'lib/admin/verification/set-verified.ts': 'an administrator sets a flag, and the procedure before it is named',
  'lib/payments/cards/statement.ts': 'the daily comparison with the gateway writes down once',
  'lib/store/addresses/addresses.ts': 'a person adds an address by hand, of which a book has few',
  'lib/store/catalog/categories.ts': 'an administrator adds a category to the tree',
  'lib/store/categories/change-category.ts': 'an administrator changes the tree of categories',
  'lib/store/categories/delete-category.ts': 'an administrator deletes a category, which must be empty',
  'lib/store/categories/empty-category.ts': 'a deleted category is removed once, when no product is left in it',
  'lib/store/delivery/vendor-deliveries.ts': 'a seller edits one of a few delivery options',
  'lib/store/referrals/referral-codes.ts': 'a person makes or ends a code, of which they ever have five',
  'lib/store/stock/split.ts': 'a product is merged after a day on which none of its shards has changed',
  'lib/store/tooling/vendor-tokens.ts': 'a seller makes one of a few tokens by hand',
  'lib/store/vendors/payouts.ts': 'an administrator records a transfer',
  'lib/store/vendors/profile.ts': 'a seller takes an address that nobody may have',
  'lib/store/vendors/vendors.ts': 'a vendor is added, whose slug nobody may have',
  'lib/store/watches/stock-watches.ts': 'a person waits for a sold-out product, of which they have few',
};

describe('a transaction that may query', () => {
  it('is one of those listed here', () => {
    const naming = files.filter((file) => /\bmayQuery\b/.test(readFileSync(resolve(root, file), 'utf8'))).sort();

    expect(files.length).toBeGreaterThan(300);
    expect(naming).toEqual(Object.keys(cold));
  });
});
