import { beforeEach, describe, expect, it } from 'vitest';
import { notFound, unavailable } from '#lib/core/errors.ts';
import type { TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { Cursor } from '#lib/tunnel/channels/cursor.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';
import type { ChannelSource } from '#lib/tunnel/ports.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { connect, settled } from '#tests/support/memory-sink.ts';
import { Talks } from '#tests/support/talks.ts';
import { callerOf } from './handshake.ts';
import { TunnelHub } from './hub.ts';

const far = '2099-01-01T00:00:00.000Z';
let ctx: TestContext;
let hub: TunnelHub;
let talks: Talks;
beforeEach(async () => {
  ctx = await testContext();
  talks = new Talks();
  open(talks.sources);
});
function open(sources: ChannelSources): void {
  hub = new TunnelHub(ctx, openMemoryBus(), sources);
  ctx = { ...ctx, tunnel: openTunnel(hub) };
}

async function person(patch = {}) {
  const signedIn = await asUser(ctx, patch);
  const session = {
    id: `ses_${signedIn.user.id}`,
    createdAt: far,
    expiresAt: far,
    idleExpiresAt: far,
    stepUpUntil: null,
  };
  return { ...signedIn, session };
}
const poll = (who: Awaited<ReturnType<typeof person>>, channels: readonly TunnelChannel[], cursor?: Cursor) => {
  const asked = channels.map((channel) => ({ channel, ...(cursor !== undefined && { cursor }) }));
  return ctx.tunnel.poll(callerOf(who), { channels: asked, timeoutSeconds: 50 }, new AbortController().signal);
};

describe('a poll', () => {
  it('waits for a hint, which has no initial state', async () => {
    const admin = await person({ role: 'admin' });
    const answer = poll(admin, ['admin:desk']);
    await settled();
    const { connections } = hub.load;

    await publishOverviewChange(ctx, 'orders');

    expect(connections).toBe(1);
    expect((await answer).events.map(({ event }) => event)).toEqual(['desk.changed']);
  });

  it('is rejected for a minute when the user has too many connections', async () => {
    const ann = await person();
    talks.open('cvs_1', [ann.user.id]);
    const answer = poll(ann, ['conversation:cvs_1'], '0~e1');
    const refused = expect(answer).rejects.toMatchObject({ name: 'RateLimitError', retryAfter: 60 });
    await settled();

    for (let n = 0; n < 10; n++) connect(hub, ann);

    await refused;
    expect(hub.load.connections).toBe(10);
  });

  it('is rejected with its temporary errors, or else with the permanent errors of one status', async () => {
    const ann = await person();
    const refuse: Record<string, () => Error> = {
      gone: () => notFound('Conversation', 'gone'),
      busy: () => unavailable('This channel cannot be read right now. Try again'),
    };
    const head: ChannelSource['head'] = async (_, channel) => {
      throw refuse[channel.slice('conversation:'.length)]?.() ?? new Error('no such channel');
    };
    open({ ...talks.sources, conversation: { mayListen: async () => true, head } });

    const passing = poll(ann, ['conversation:gone', 'conversation:busy'], '0~e1');
    const lasting = poll(ann, ['conversation:gone', 'admin:desk'], '0~e1');

    await expect(passing).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      details: { 'conversation:busy': expect.any(String) },
    });
    await expect(lasting).rejects.toSatisfy(({ name, details }) => {
      const named = name === 'NotFound' ? 'conversation:gone' : 'admin:desk';
      return Object.keys(details).join() === named;
    });
    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });
});
