import { beforeEach, describe, expect, it } from 'vitest';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { connect, MemorySink } from '#tests/support/memory-sink.ts';
import { Talks } from '#tests/support/talks.ts';

let ctx: TestContext;
let hub: TunnelHub;
let ann: TestContext & UserContext;
beforeEach(async () => {
  const world = await testContext();
  hub = new TunnelHub(world, openMemoryBus(), new Talks().sources);
  ctx = { ...world, tunnel: openTunnel(hub) };
  ann = await asUser(ctx);
});
/** Returns a function that connects with the caller the hub vouched for. */
function vouched(): () => MemorySink {
  const caller = hub.findCaller(ann.user.id, `ses_${ann.user.id}`);
  if (!caller) throw new Error('nobody vouches');
  return () => {
    const sink = new MemorySink('sse');
    hub.open(caller, sink);
    return sink;
  };
}

describe('a caller cached before a revocation', () => {
  it.each([
    ['its session', (id: string) => ({ sessionId: `ses_${id}` })],
    ['all sessions but another one', () => ({ exceptSessionId: 'ses_other', epoch: 1 })],
    ['all sessions', () => ({ epoch: 1 })],
  ])('is rejected after the revocation of %s', async (_, revocation) => {
    connect(hub, ann);
    const enter = vouched();

    await revokeConnections(ctx, { userId: ann.user.id, ...revocation(ann.user.id) });
    const sink = enter();

    expect([sink.code, sink.frames]).toEqual([closeCodes.revoked, []]);
    expect(hub.load.connections).toBe(0);
  });

  it.each([
    ['another session ended', () => ({ sessionId: 'ses_other' })],
    ['all other sessions ended', (id: string) => ({ exceptSessionId: `ses_${id}`, epoch: 1 })],
    ['only the role was changed', () => ({ epoch: 0 })],
  ])('is admitted when %s', async (_, revocation) => {
    connect(hub, ann);
    const enter = vouched();

    await revokeConnections(ctx, { userId: ann.user.id, ...revocation(ann.user.id) });

    expect(enter().code).toBeNull();
  });

  it('is admitted after signing in again', async () => {
    connect(hub, ann);
    await revokeConnections(ctx, { userId: ann.user.id, epoch: 1 });

    const again = connect(hub, { ...ann, user: { ...ann.user, sessionEpoch: 1 } });

    expect(again.sink.code).toBeNull();
  });

  it('stays rejected for minutes, whichever way the clock moves, but not for ever', async () => {
    const knownFor = async (ms: number) => {
      const old = connect(hub, ann);
      await revokeConnections(ctx, { userId: ann.user.id, sessionId: `ses_${ann.user.id}` });
      old.line.gone();
      ctx.clock.advance(ms);
      // The revocation of another user's session removes expired entries.
      await revokeConnections(ctx, { userId: 'usr_other', sessionId: 'ses_other' });
      return connect(hub, ann).sink.code;
    };

    expect(await knownFor(120_000)).toBe(closeCodes.revoked);
    expect(await knownFor(-60_000)).toBe(closeCodes.revoked);
    expect(await knownFor(6 * 60_000)).toBeNull();
  });
});

it('rechecks a connection when the cached session read it was admitted with expires, even without the first connection', async () => {
  const first = connect(hub, ann);
  ctx.clock.advance(29_000);
  await hub.tick();
  const enter = vouched();
  first.line.gone();

  const sink = enter();
  ctx.clock.advance(1_000);
  await hub.tick();

  // The test never stored this session.
  expect(sink.code).toBe(closeCodes.noSession);
});
