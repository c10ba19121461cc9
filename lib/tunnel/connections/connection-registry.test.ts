import { beforeEach, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { MemorySink } from '#tests/support/memory-sink.ts';
import type { Connection, Host } from './connection.ts';
import { ConnectionRegistry } from './connection-registry.ts';

let ctx: TestContext;
let registry: ConnectionRegistry;
let ann: Caller;
let host: Host;
beforeEach(async () => {
  ctx = await testContext();
  registry = new ConnectionRegistry(ctx);
  ann = callerOf(await asUser(ctx), 'ses_1');
  host = {
    nowMs: () => ctx.now().getTime(),
    flushSoon: () => undefined,
    receive: () => undefined,
    left: (connection) => void registry.remove(connection),
  };
});

function callerOf({ user }: UserContext, id: string): Caller {
  const far = '2099-01-01T00:00:00.000Z';
  return { user, session: { id, createdAt: far, expiresAt: far, idleExpiresAt: far, stepUpUntil: null } };
}
function enter(caller: Caller): { readonly connection: Connection; readonly sink: MemorySink } {
  const sink = new MemorySink();
  return { connection: registry.add(caller, sink, host, {}), sink };
}

describe('a connected user', () => {
  it('is known until their last connection closes', () => {
    const [first, second] = [enter(ann), enter(ann)];

    const gone = [registry.remove(first.connection), registry.has(ann.user.id), registry.remove(second.connection)];

    expect(gone).toEqual([false, true, true]);
    expect(registry.has(ann.user.id)).toBe(false);
  });

  it('has one caller object for all connections with the same session read', () => {
    const first = enter(ann);
    const second = enter({ ...ann, session: { ...ann.session } });

    expect(second.connection.caller).toBe(first.connection.caller);
  });

  it('is found by their session while its cached read is valid, and by no other session', () => {
    enter(ann);
    const known = [registry.find(ann.user.id, 'ses_1'), registry.find(ann.user.id, 'ses_2')];
    ctx.clock.advance(30_000);

    expect(known).toEqual([ann, null]);
    expect(registry.find(ann.user.id, 'ses_1')).toBeNull();
  });

  it('passes the time of the session read on to later connections', () => {
    enter(ann);
    ctx.clock.advance(20_000);
    const vouched = registry.find(ann.user.id, 'ses_1');
    const later = vouched && enter(vouched).connection;

    expect(later?.checkedAtMs).toBe(ctx.now().getTime() - 20_000);
  });

  it('is disconnected only from the revoked session, and rejected with its earlier read', () => {
    const first = enter(ann);
    const second = enter({ ...ann, session: { ...ann.session, id: 'ses_2' }, user: { ...ann.user } });

    registry.revoke({ userId: ann.user.id, sessionId: 'ses_1' });

    expect([first.sink.code, second.sink.code]).toEqual([closeCodes.revoked, null]);
    expect([registry.isRevoked(ann), registry.isRevoked(second.connection.caller)]).toEqual([true, false]);
  });
});

describe('a recently connected user', () => {
  const left = (transport: 'websocket' | 'poll' = 'websocket') => {
    const connection = registry.add(ann, new MemorySink(transport), host, {});
    ctx.clock.advance(10_000);
    registry.remove(connection);
    return connection;
  };

  it('is found by their session until its cached read expires, and passes the time of that read on', () => {
    left();
    ctx.clock.advance(10_000);
    const known = registry.find(ann.user.id, 'ses_1');
    const again = known && enter(known).connection;
    const others = [registry.find(ann.user.id, 'ses_2'), registry.find('usr_other', 'ses_1')];
    if (again) registry.remove(again);
    ctx.clock.advance(10_000);

    expect(known).toEqual(ann);
    expect(again?.checkedAtMs).toBe(ctx.now().getTime() - 30_000);
    expect(others).toEqual([null, null]);
    expect(registry.find(ann.user.id, 'ses_1')).toBeNull();
  });

  it('is not found once the session has ended, before or after they disconnected', () => {
    enter(ann);
    registry.revoke({ userId: ann.user.id, sessionId: 'ses_1' });
    const before = registry.find(ann.user.id, 'ses_1');
    const bob = { ...ann, user: { ...ann.user, id: 'usr_bob' }, session: { ...ann.session, id: 'ses_bob' } };
    registry.remove(enter(bob).connection);
    registry.revoke({ userId: 'usr_bob', epoch: bob.user.sessionEpoch + 1 });

    expect([before, registry.find('usr_bob', 'ses_bob')]).toEqual([null, null]);
  });

  it('is rechecked at once when something was revoked while they reconnected', () => {
    left();
    const known = registry.find(ann.user.id, 'ses_1');
    registry.revoke({ userId: ann.user.id });
    const connection = known && enter(known).connection;
    if (connection) registry.remove(connection);

    expect(connection?.checkedAtMs).toBe(Number.NEGATIVE_INFINITY);
    expect(registry.find(ann.user.id, 'ses_1')).toBeNull();
  });

  it('is forgotten when the cached session read expires, and at once after a poll', async () => {
    left('poll');
    const polled = registry.isEmpty;
    left();
    const stays = registry.isEmpty;
    ctx.clock.advance(20_000);
    await registry.tick();

    expect([polled, stays, registry.isEmpty]).toEqual([true, false, true]);
  });
});
