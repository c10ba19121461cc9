import { expect, it } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { TabScript } from '#tests/support/tab-script.ts';
import { TunnelScript } from '#tests/support/tunnel-script.ts';
import { TunnelDoor } from './door.ts';
import type { ListenerUpdate } from './listeners.ts';

const chat = 'conversation:c1';

function openDoor() {
  const clock = new HandClock();
  const server = new TunnelScript(clock);
  const { tab } = new TabScript(clock, server).open();
  return { clock, server, tab, door: new TunnelDoor() };
}

it('loads the tunnel once, with the first listener', () => {
  const { door } = openDoor();
  let fetched = 0;

  door.whenWanted(() => {
    fetched += 1;
  });
  const before = fetched;
  door.listen(chat, () => undefined);
  door.listen(chat, () => undefined);

  expect([before, fetched]).toEqual([0, 1]);
});

it('loads the tunnel for listeners that came before the loader', () => {
  const { door } = openDoor();
  let fetched = 0;
  door.listen(chat, () => undefined);

  door.whenWanted(() => {
    fetched += 1;
  });

  expect(fetched).toBe(1);
});

it('passes waiting listeners to the tunnel with their cursors, and takes the listeners back', async () => {
  const { clock, server, tab, door } = openDoor();
  const updates: ListenerUpdate[] = [];
  for (let n = 0; n < 3; n += 1) server.publish('c1');
  door.listen(chat, (update) => updates.push(update), '1~e1');

  const detach = door.attach(tab);
  await clock.advance(100);
  const live = door.status();
  detach();
  server.publish('c1');
  await clock.advance(100);

  expect(updates.flatMap((update) => ('cursor' in update ? [update.cursor] : []))).toEqual(['2~e1', '3~e1']);
  expect([live, door.status()]).toEqual(['live', 'connecting']);
});

it('reports every change of status, also when the tunnel is attached', async () => {
  const { clock, tab, door } = openDoor();
  const seen: string[] = [];
  door.watch(() => seen.push(door.status()));
  door.listen(chat, () => undefined);

  door.attach(tab);
  await clock.advance(100);
  door.signOut();

  expect(seen).toEqual(['connecting', 'live', 'signed-out']);
});
