import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startOnVercel } from '#services/run/vercel.ts';
import { openSchedule } from '#services/schedule/croner.ts';
import { readRoutes } from '#tests/support/route-table.ts';

type Settings = { readonly crons: readonly { readonly path: string; readonly schedule: string }[] };
const { crons }: Settings = JSON.parse(readFileSync(new URL('../../vercel.json', import.meta.url), 'utf8'));

describe('vercel.json', () => {
  it('calls every cron route there is, by the GET that this host sends', async () => {
    const routes = await readRoutes();
    const guarded = routes.filter(({ method, spec }) => method === 'GET' && spec.auth === 'cron');

    expect(crons.map(({ path }) => path).sort()).toEqual(guarded.map(({ path }) => path).sort());
  });

  it('names times that come', () => {
    const now = new Date('2026-03-02T10:00:00.000Z');

    for (const { schedule } of crons) expect(openSchedule().nextAfter(schedule, now) > now, schedule).toBe(true);
  });
});

describe('startOnVercel', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('refuses a configuration that this host cannot serve, by name', async () => {
    vi.stubEnv('VERCEL', '1');
    vi.stubEnv('FIRESTORE_PROJECT_ID', '');

    await expect(startOnVercel()).rejects.toThrow(/^FIRESTORE_PROJECT_ID is missing/);
  });

  it('refuses to start without what its many processes have to share, naming all of it at once', async () => {
    vi.stubEnv('VERCEL', '1');
    vi.stubEnv('FIRESTORE_PROJECT_ID', 'plaza');

    await expect(startOnVercel()).rejects.toThrow(
      /^SESSION_KEYS, SETTINGS_ENCRYPTION_KEYS, and FILES_BUCKET are missing/,
    );
  });
});
