import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startOnVercel } from '#services/run/vercel.ts';
import { openSchedule } from '#services/schedule/croner.ts';
import { readRoutes } from '#tests/support/route-table.ts';

type Settings = { readonly crons: readonly { readonly path: string; readonly schedule: string }[] };
const { crons }: Settings = JSON.parse(readFileSync(new URL('../../vercel.json', import.meta.url), 'utf8'));

describe('vercel.json', () => {
  it('calls every cron route with GET', async () => {
    const routes = await readRoutes();
    const guarded = routes.filter(({ method, spec }) => method === 'GET' && spec.auth === 'cron');

    expect(crons.map(({ path }) => path).sort()).toEqual(guarded.map(({ path }) => path).sort());
  });

  it('schedules only times that occur', () => {
    const now = new Date('2026-03-02T10:00:00.000Z');

    for (const { schedule } of crons) expect(openSchedule().nextAfter(schedule, now) > now, schedule).toBe(true);
  });
});

describe('startOnVercel', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('rejects a configuration without Firestore and names the variable', async () => {
    vi.stubEnv('VERCEL', '1');
    vi.stubEnv('FIRESTORE_PROJECT_ID', '');

    await expect(startOnVercel()).rejects.toThrow(/^FIRESTORE_PROJECT_ID is missing/);
  });

  it('rejects a start without the settings that processes share, and names them all', async () => {
    vi.stubEnv('VERCEL', '1');
    vi.stubEnv('FIRESTORE_PROJECT_ID', 'plaza');

    await expect(startOnVercel()).rejects.toThrow(
      /^SESSION_KEYS, SETTINGS_ENCRYPTION_KEYS, and FILES_BUCKET are missing/,
    );
  });
});
