import { describe, expect, it } from 'vitest';
import type { Line } from './line.ts';
import { TunnelWants } from './wants.ts';

const stream = (): Line => ({ close: () => undefined });
const answer = (channel: string, cursor: string) => ({ type: 'subscribed' as const, channel, cursor, events: [] });

/** Returns a stream in use that has answered for both channels, and a requested one that will replace it. */
function between() {
  const [former, next] = [stream(), stream()];
  const wants = new TunnelWants();
  wants.add('chat', '3~e');
  wants.add('bell', null);
  wants.askedAll(former, wants.all());
  wants.joined(former, answer('bell', '0.~s'));
  wants.add('bell', null);
  wants.askedAll(next, wants.all());
  return { wants, former, next };
}

describe('a connection that replaces another', () => {
  it('does not subscribe again, whatever the former connection still receives', () => {
    const { wants, former, next } = between();

    wants.joined(former, answer('chat', '5~e'));
    wants.lost(former);

    expect(wants.hasDue(next)).toBe(false);
    expect(wants.joined(next, answer('chat', '5~e'))?.from).toBe('3~e');
    expect(wants.hasDue(next)).toBe(false);
  });

  it('leaves no channel without a subscription when it fails', () => {
    const { wants, former, next } = between();

    wants.joined(former, answer('chat', '5~e'));
    wants.lost(next);

    expect(wants.hasDue(former)).toBe(true);
    // The unanswered request began there.
    expect(wants.all()).toContainEqual({ channel: 'chat', cursor: '3~e' });
  });

  it('subscribes again to the channels that neither connection has confirmed', () => {
    const { wants, former, next } = between();

    wants.lost(former);
    expect(wants.hasDue(next)).toBe(false);
    wants.lost(next);

    expect(wants.hasDue(stream())).toBe(true);
  });
});

describe('a server frame about a channel', () => {
  const event = { type: 'event', channel: 'chat', event: 'message.created', cursor: '4~e', at: '', data: {} } as const;
  const failed = { type: 'error', channel: 'chat', error: 'Error', message: '' } as const;

  it('is ignored unless the channel is wanted', () => {
    const line = stream();
    const wants = new TunnelWants();

    expect(wants.received(event)).toBeNull();
    expect(wants.ended({ type: 'unsubscribed', channel: 'chat', reason: 'server', resubscribe: false })).toBeNull();
    expect(wants.refused(line, { ...failed, statusCode: 404, temporary: false })).toBeNull();
    expect(wants.size).toBe(0);
  });

  it('moves the cursor of the next subscription', () => {
    const { wants, former, next } = between();
    for (const line of [former, next]) wants.joined(line, answer('chat', '3~e'));

    const update = wants.received(event);
    wants.ended({ type: 'unsubscribed', channel: 'chat', reason: 'server', resubscribe: true });

    expect(update).toEqual(event);
    expect(wants.due(next)).toContainEqual({ channel: 'chat', cursor: '4~e' });
  });

  it('keeps the channel wanted after a temporary refusal, and renew subscribes again', () => {
    const { wants, former, next } = between();
    wants.lost(former);

    const update = wants.refused(next, { ...failed, statusCode: 503, temporary: true });
    const before = wants.hasDue(next);
    wants.renew('chat');

    expect([update, before, wants.hasDue(next)]).toEqual([null, false, true]);
  });

  it('removes the channel after a final refusal', () => {
    const { wants, next } = between();

    const update = wants.refused(next, { ...failed, statusCode: 404, temporary: false });

    expect(update).toEqual({ event: 'refused', channel: 'chat', status: 404 });
    expect(wants.all().map(({ channel }) => channel)).toEqual(['bell']);
  });
});
