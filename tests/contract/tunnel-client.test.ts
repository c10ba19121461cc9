import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endOtherSessions } from '#lib/auth/sessions.ts';
import { type Transport, transports } from '#lib/tunnel/values.ts';
import { TunnelClient } from '#lib/web/tunnel/client.ts';
import type { Socket } from '#lib/web/tunnel/lines.ts';
import { type ListenerUpdate, TunnelListeners } from '#lib/web/tunnel/listeners.ts';
import type { TunnelStatus } from '#lib/web/tunnel/updates.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { nodeBrowser } from '#tests/support/node-browser.ts';
import { openTunnelWorld, type TunnelWorld } from '#tests/support/tunnel-servers.ts';

const chat = 'conversation:c1';
const messages = 300;

let world: TunnelWorld;
let person: Person;
const clients: TunnelClient[] = [];
beforeEach(async () => {
  world = await openTunnelWorld('own server');
  person = await makePerson(world.ctx);
  world.talks.open('c1', [person.ctx.user.id]);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await world.close();
});

/** Opens one tab with one listener. */
function listen(transport: Transport, channel = chat, position: string | null = '0~e1') {
  const updates: ListenerUpdate[] = [];
  const statuses: TunnelStatus[] = [];
  const sockets: Socket[] = [];
  const listeners = new TunnelListeners();
  const { name, value } = person.cookie;
  const only = nodeBrowser({ origin: world.origin, cookie: `${name}=${value}` }, transport, sockets);
  const client = new TunnelClient(only, {
    update: (update) => {
      listeners.receive(update);
      look();
    },
    status: (status) => {
      statuses.push(status);
      look();
    },
  });
  clients.push(client);
  let look = () => {};
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => holds() && resolve();
      look();
    });
  listeners.add(channel, position, (update) => updates.push(update));
  client.want(channel, position);
  return { client, updates, statuses, sockets, until };
}

const texts = (updates: readonly ListenerUpdate[]) =>
  updates.flatMap((update) => (update.event === 'message.created' ? [(update.data as { id: string }).id] : []));

describe.each(transports)('the browser client over %s against the real server', (transport) => {
  it('receives every message once and in order over repeated disconnects', async () => {
    const { updates, sockets, until } = listen(transport);
    await until(() => updates.length > 0);

    for (let n = 1; n <= messages; n += 1) {
      await world.ctx.tunnel.publish([{ at: '2026-03-02T10:00:00.000Z', ...world.talks.post('c1', `m${n}`) }]);
      if (n % 60 !== 0) continue;
      for (const socket of sockets) socket.close();
      await until(() => texts(updates).length >= n);
    }
    await until(() => texts(updates).length >= messages);

    expect(texts(updates)).toEqual(Array.from({ length: messages }, (_, n) => `m${n + 1}`));
  });

  it('is told to reload after missing too much on a live connection, and continues', async () => {
    const { updates, until } = listen(transport);
    await until(() => updates.length > 0);

    for (let n = 1; n <= 101; n += 1) world.talks.post('c1', `lost${n}`);
    await world.ctx.tunnel.publish([{ at: '2026-03-02T10:00:00.000Z', ...world.talks.post('c1', 'late') }]);
    await until(() => updates.some((update) => update.event === 'joined' && update.recovered === false));
    await world.ctx.tunnel.publish([{ at: '2026-03-02T10:00:00.000Z', ...world.talks.post('c1', 'next') }]);
    await until(() => texts(updates).length > 0);

    expect(texts(updates)).toEqual(['next']);
    expect(updates.filter((update) => update.event === 'joined' && update.recovered === false)).toHaveLength(1);
  });

  it('reports a refused conversation with 404', async () => {
    world.talks.open('c2', []);
    const { client, updates, until } = listen(transport, 'conversation:c2', null);
    client.want(chat);

    await until(() => updates.length > 0);

    expect(updates).toEqual([{ event: 'refused', channel: 'conversation:c2', status: 404 }]);
  });

  it('reports the end of its session', async () => {
    const { statuses, until } = listen(transport);
    await until(() => statuses.length > 0);

    await endOtherSessions(person.ctx);
    await until(() => statuses.includes('signed-out'));

    expect(statuses.at(-1)).toBe('signed-out');
  });
});
