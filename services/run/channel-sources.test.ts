import { expect, it, vi } from 'vitest';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import { channelSources } from '#services/run/channel-sources.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { connect } from '#tests/support/memory-sink.ts';
import { PATIENCE } from '#tests/support/patience.ts';

it.each([
  ['a blocked person', 'bob'],
  ['the person who blocked', 'ann'],
] as const)(
  'lets %s read the conversation but not send typing signals, over the tunnel as over the API',
  async (_, who) => {
    const world = await testContext();
    const hub = new TunnelHub(world, openMemoryBus(), channelSources(world));
    const ctx = Object.assign(Object.create(world), world, { tunnel: openTunnel(hub) }) as typeof world;
    const [ann, bob, eve] = [await asUser(ctx), await asUser(ctx), await asUser(ctx)];
    const talk = testConversation([ann.user.id, bob.user.id], ctx.now());
    await putConversation(ctx, talk);
    await blockUser(ann, bob.user.id);
    await blockUser(ann, eve.user.id);
    const channel = conversationChannel(talk.id);
    const [speaker, other] = who === 'bob' ? [bob, ann] : [ann, bob];
    const clients = [connect(hub, speaker), connect(hub, other), connect(hub, eve)] as const;
    for (const client of clients) client.send({ type: 'subscribe', id: 1, channel });
    await vi.waitFor(() => expect(clients.map(({ sink }) => sink.frames.length)).toEqual([2, 2, 2]), PATIENCE);

    clients[0].send({ type: 'publish', id: 2, channel, event: 'typing', data: { isTyping: true } });
    await vi.waitFor(() => expect(clients[0].sink.frames.length).toBe(3), PATIENCE);

    expect(clients.map(({ sink }) => sink.of('subscribed').length)).toEqual([1, 1, 0]);
    expect(clients[2].sink.of('error')).toMatchObject([{ id: 1, statusCode: 404 }]);
    expect(clients[0].sink.of('error')).toMatchObject([{ id: 2, statusCode: 403 }]);
    expect(clients[1].sink.events).toEqual([]);
  },
);
