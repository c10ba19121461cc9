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

it('has the tunnel fetched once, as soon as somebody listens', () => {
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

it('has it fetched for those who listened before anybody could fetch it', () => {
  const { door } = openDoor();
  let fetched = 0;
  door.listen(chat, () => undefined);

  door.whenWanted(() => {
    fetched += 1;
  });

  expect(fetched).toBe(1);
});

it('hands whoever has been waiting over to the tunnel, from where they stood, and takes them back', async () => {
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

it('tells of every change of status, also of that by the coming of the tunnel', async () => {
  const { clock, tab, door } = openDoor();
  const seen: string[] = [];
  door.watch(() => seen.push(door.status()));
  door.listen(chat, () => undefined);

  door.attach(tab);
  await clock.advance(100);
  door.signOut();

  expect(seen).toEqual(['connecting', 'live', 'signed-out']);
});
