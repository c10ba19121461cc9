import { beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '#lib/auth/collections.ts';
import { newSession } from '#lib/auth/sessions.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { connect, type TestClient } from '#tests/support/memory-sink.ts';
import { Talks } from '#tests/support/talks.ts';
import { TunnelHub } from './hub.ts';

let ctx: TestContext;
let hub: TunnelHub;
beforeEach(async () => {
  ctx = await testContext();
  hub = new TunnelHub(ctx, openMemoryBus(), new Talks().sources);
});

async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    ctx.clock.advance(1_000);
    await hub.tick();
  }
}
/** Connects a listener whose session is in the store. */
async function alive(transport?: 'sse'): Promise<TestClient & { readonly sessionId: string }> {
  const ann = await asUser(ctx);
  const sessionId = `ses_${ann.user.id}`;
  await ctx.data.create(Sessions, sessionId, newSession({ userId: ann.user.id }, ctx.now()));
  return { ...connect(hub, ann, transport), sessionId };
}

describe('the hub, when the clock is set back by three days', () => {
  it('keeps pinging, and closes connections that do not respond', async () => {
    const [silent, answers, stream] = [await alive(), await alive(), await alive('sse')];
    await seconds(3);

    ctx.clock.advance(-3 * DAY_MS);
    for (let second = 0; second < 60; second++) {
      const before = answers.sink.pings;
      await seconds(1);
      if (answers.sink.pings > before) answers.line.receive('{"type":"pong"}');
    }

    expect(silent.sink.code).toBe(closeCodes.silent);
    expect([answers.sink.code, stream.sink.code]).toEqual([null, null]);
    expect(answers.sink.pings).toBeGreaterThanOrEqual(2);
    expect(stream.sink.pings).toBeGreaterThanOrEqual(4);
  });

  it('keeps checking for ended sessions, and returns no cached caller before the check', async () => {
    const [ended, stays] = [await alive(), await alive('sse')];
    await seconds(3);

    ctx.clock.advance(-3 * DAY_MS);
    const known = hub.findCaller(ended.sessionId.slice(4), ended.sessionId);
    await ctx.data.delete(Sessions, ended.sessionId);
    await seconds(30);

    expect(known).toBeNull();
    expect([ended.sink.code, stays.sink.code]).toEqual([closeCodes.noSession, null]);
  });
});
