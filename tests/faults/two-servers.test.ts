import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { buildRuntime } from '#services/runtime.ts';
import { makePerson } from '#tests/support/buyers.ts';
import { seedOf } from '#tests/support/chance.ts';
import { isLong } from '#tests/support/form.ts';
import { faultsIn } from '#tests/support/message-history.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import { randomFrom } from '#tests/support/random.ts';
import { isBuilt, type Server, startServer } from '#tests/support/server.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { historyOf, lead, openTalk, sayAgain, type Talk, talkThrough, untilSettled } from './talk-under-fault.ts';

// The emulator commits about fifty messages a second, and each start of a server costs seconds.
const MESSAGES = Number(process.env.FAULT_MESSAGES ?? 120);
const KILLS = Number(process.env.FAULT_KILLS ?? 2);
const PEOPLE = 6;
const PER_MINUTE = 100;
const seed = seedOf('FAULT_SEED');

const host = isBuilt && isLong ? await sharedEmulator() : null;
const key = (letter: string) => `test:${Buffer.from(letter.repeat(32)).toString('base64')}`;

describe.skipIf(host === null)('two servers on one Firestore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-two-'));
  const vars = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PLAZA_DATA_DIR: folder,
    FIRESTORE_EMULATOR_HOST: host ?? '',
    FIRESTORE_PROJECT_ID: freshProject(),
    SESSION_KEYS: key('s'),
    SETTINGS_ENCRYPTION_KEYS: key('e'),
  };
  const servers: Server[] = [];
  let runtime: Runtime;
  const people: Buyer[] = [];
  beforeAll(async () => {
    // The first read opens a connection. Beside other tests that may take longer than our read timeout.
    runtime = await vi.waitFor(() => buildRuntime(readEnv({ from: { ...vars, LOG_LEVEL: 'silent' } })), PATIENCE);
    await vi.waitFor(() => runtime.data.get(Users, 'nobody'), PATIENCE);
    for (let n = 0; n <= PEOPLE; n++)
      people.push(await makePerson(runtime, { email: `p${n}@two.test`, role: 'visitor' }));
    servers.push(...(await Promise.all([startServer(folder, () => vars), startServer(folder, () => vars)])));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await runtime?.data.close();
    rmSync(folder, { recursive: true });
  });
  const origins = () => servers.map(({ origin }) => origin);

  it('together allow one person a hundred calls a minute, and report the wait', async () => {
    const { cookie } = people[PEOPLE] as Buyer;

    const replies = await Promise.all(
      Array.from({ length: 2 * PER_MINUTE }, (_, at) =>
        fetch(`${origins()[at % 2]}/api/notifications/preferences`, { headers: { cookie } }),
      ),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(PER_MINUTE);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(PER_MINUTE);
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(70);
    }
  });

  describe('with people on both and one server killed at times', () => {
    let talk: Talk;
    afterAll(() => talk?.close());

    it(`show every acknowledged message once, in order, to everyone, and count correctly (FAULT_SEED=${seed})`, async () => {
      talk = await openTalk(runtime, people.slice(0, PEOPLE), origins());
      let deaths = 0;
      const kill = async () => {
        const at = deaths % 2;
        const [dying, other] = [servers[at], servers[1 - at]] as [Server, Server];
        process.kill(dying.pid, 'SIGKILL');
        deaths += (await dying.ended).signal === 'SIGKILL' ? 1 : 0;
        lead(talk, [other.origin]);
        servers[at] = await startServer(folder, () => vars);
        lead(talk, origins());
      };

      await talkThrough(talk, { random: randomFrom(seed), messages: MESSAGES, kills: KILLS, kill });
      await untilSettled(talk, runtime, 180_000);

      expect(faultsIn(await historyOf(talk, runtime))).toEqual([]);
      expect(talk.acked).toHaveLength(MESSAGES);
      expect(deaths).toBe(KILLS);
      expect((await sayAgain(talk)).map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
      expect((await sayAgain(talk, 'In other words')).map(({ status }) => status)).toEqual(Array(PEOPLE).fill(409));
    });
  });
});
