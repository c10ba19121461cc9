import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '#tests/support/patience.ts';
import { freePort, isBuilt, startServer } from '#tests/support/server.ts';

type Logged = { readonly level: number; readonly event: string; readonly code?: string };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-first-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!isBuilt)('a demo’s first start with piped output', () => {
  it('logs JSON without warnings or errors, and prints its welcome after the first work', async () => {
    const port = String(await freePort());
    const server = await startServer(folder, () => ({
      ...{ PLAZA_DEMO: '1', PLAZA_DEMO_HISTORY: 'on', CARDGW_DEMO_PORT: port },
    }));
    try {
      await expect.poll(() => server.log(), PATIENCE).toContain('Ctrl+C');
    } finally {
      await server.close();
    }

    const lines = server.log().split('\n');
    const from = lines.findIndex((line) => line.startsWith('\u2500'));
    const until = lines.findLastIndex((line) => line.startsWith('\u2500'));
    const logged = [...lines.slice(0, from), ...lines.slice(until + 1)].filter((line) => line !== '');
    const events = logged.map((line) => JSON.parse(line) as Logged);
    // A busy machine holds the event loop, and an early request learns that the search index is still being built.
    const isBusy = ({ event, code }: Logged) => event === 'loop.held' || code === 'SearchIndexBuilding';
    expect(events.filter((line) => line.level > 30 && !isBusy(line))).toEqual([]);
    const greeting = lines.slice(from, until).join('\n');
    expect(greeting).toContain(`Plaza is running: ${server.origin}`);
    expect(greeting).toContain('seller: Attic Finds, suspended');
    const before = lines.slice(0, from).join('\n');
    for (const event of ['server.listening', 'card_demo.listening', 'outbox.done', 'process.ended'])
      expect(before).toContain(`"event":"${event}"`);
  });
});
