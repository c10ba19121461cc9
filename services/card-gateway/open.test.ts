import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEnv } from '#tests/support/context.ts';
import { liveAccounts } from './accounts.ts';
import { demoFolder, demoSecret } from './demo-secret.ts';
import { mayRunDemo, openCardGateway } from './open.ts';
import { sign } from './signature.ts';

const live = { CARDGW_MERCHANT_ACCOUNT: 'plaza', CARDGW_SECRET_KEY: 'common-secret', CARDGW_DOMAIN: 'plaza.test' };
const production = { NODE_ENV: 'production', APP_ORIGIN: 'https://plaza.test' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-cardgw-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(vars: Readonly<Record<string, string>>) {
  const events: string[] = [];
  const gateway = openCardGateway(testEnv({ PLAZA_DATA_DIR: folder, ...vars }), (_level, event) => events.push(event));
  return { gateway, events };
}

describe('openCardGateway', () => {
  it('returns the live gateway when an account is configured', () => {
    const { gateway, events } = open({ ...production, ...live });

    expect(gateway?.merchantAccountOf('store_order')).toBe('plaza');
    expect(events).toEqual([]);
  });

  it('returns the demo in development and in a demo, signed with the secret of its data folder', () => {
    const { gateway } = open({});
    const at = new Date(1_760_000_000_000);

    const accept = gateway?.accept({ orderReference: 'PX-1', merchantAccount: 'sandbox_merchant' }, at);

    expect(gateway?.merchantAccountOf('wallet_topup')).toBe('sandbox_merchant');
    expect(accept?.signature).toBe(sign(demoSecret(folder), ['PX-1', 'accept', '1760000000']));
    expect(open({ ...production, PLAZA_DEMO: '1' }).gateway).not.toBeNull();
  });

  it('returns null in production without an account, and logs that once', () => {
    const { gateway, events } = open(production);

    expect(gateway).toBeNull();
    expect(events).toEqual(['cardgw.off']);
  });

  it('creates no file before the first use', () => {
    open({});

    expect(existsSync(demoFolder(folder))).toBe(false);
  });
});

describe('mayRunDemo', () => {
  it.each([
    ['beside a live account', { ...live }],
    ['on a public host', { VERCEL: '1', FIRESTORE_PROJECT_ID: 'plaza', FILES_BUCKET: 'plaza' }],
    ['in production without PLAZA_DEMO', { ...production }],
  ])('returns false %s', (_name, vars) => {
    expect(mayRunDemo(testEnv(vars))).toBe(false);
  });
});

describe('liveAccounts', () => {
  const ofStore = (vars: Readonly<Record<string, string>>) => {
    const store = liveAccounts(testEnv({ ...live, ...vars }))?.store;
    return store && [store.name, store.secret(), store.domain];
  };

  it('falls back to the common setting for each one the shop does not have', () => {
    const own = { CARDGW_STORE_MERCHANT_ACCOUNT: 'plaza_shop', CARDGW_STORE_SECRET_KEY: 'shop-secret' };

    expect(ofStore({})).toEqual(['plaza', 'common-secret', 'plaza.test']);
    expect(ofStore(own)).toEqual(['plaza_shop', 'shop-secret', 'plaza.test']);
    expect(ofStore({ CARDGW_STORE_DOMAIN: 'shop.test' })).toEqual(['plaza', 'common-secret', 'shop.test']);
    expect(liveAccounts(testEnv({ ...live, ...own }))?.common.name).toBe('plaza');
  });
});
