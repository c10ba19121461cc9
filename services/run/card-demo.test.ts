import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DemoGateway } from '#services/card-gateway/demo.ts';
import { startCardDemo } from '#services/run/card-demo.ts';
import { testEnv } from '#tests/support/context.ts';

let folder: string;
const started: DemoGateway[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-card-demo-'));
});
afterEach(async () => {
  for (const demo of started.splice(0)) await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the demo gateway as the server process does, and collects the lines that it logs. */
async function start(vars: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const demo = await startCardDemo({
    env: testEnv({ PLAZA_DATA_DIR: folder, CARDGW_DEMO_PORT: '0', ...vars }),
    now: () => new Date(),
    log: (level, event) => lines.push(`${level} ${event}`),
  });
  if (demo) started.push(demo);
  return { demo, lines };
}

describe('startCardDemo', () => {
  it('starts where a demo may run, and logs that', async () => {
    const { demo, lines } = await start({});

    expect((await fetch(demo?.url ?? '')).status).toBe(200);
    expect(lines).toEqual(['info card_demo.listening']);
  });

  it('logs a taken port in one line and returns null', async () => {
    const first = await start({});

    const second = await start({ CARDGW_DEMO_PORT: String(first.demo?.port) });

    expect(second).toEqual({ demo: null, lines: ['warn card_demo.port_taken'] });
    expect((await fetch(first.demo?.url ?? '')).status).toBe(200);
  });

  it('logs why it did not start when its folder cannot be used, and returns null', async () => {
    const { demo, lines } = await start({ PLAZA_DATA_DIR: '/dev/null' });

    expect(demo).toBeNull();
    expect(lines).toEqual(['error card_demo.not_started']);
  });

  it.each([
    ['in production without PLAZA_DEMO', { NODE_ENV: 'production', APP_ORIGIN: 'https://shop.example' }],
    [
      'beside a live account',
      { CARDGW_MERCHANT_ACCOUNT: 'live', CARDGW_SECRET_KEY: 'secret', CARDGW_DOMAIN: 'shop.example' },
    ],
    ['on a public host', { VERCEL: '1', FIRESTORE_PROJECT_ID: 'plaza', FILES_BUCKET: 'plaza' }],
  ])('starts nothing %s', async (_, vars) => {
    expect(await start(vars)).toEqual({ demo: null, lines: [] });
  });
});
