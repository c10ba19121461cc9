import { describe, expect, it } from 'vitest';
import type { Line } from './tunnel-line.ts';
import { TunnelWants } from './tunnel-wants.ts';

const stream = (): Line => ({ close: () => undefined });
const answer = (channel: string, cursor: string) => ({ type: 'subscribed' as const, channel, cursor, events: [] });

/** A stream in use that has answered for both channels, and one that is to take its place and has been asked. */
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

describe('a line that takes the place of another', () => {
  it('has been asked, whatever the former still answers', () => {
    const { wants, former, next } = between();

    wants.joined(former, answer('chat', '5~e'));
    wants.lost(former);

    expect(wants.hasDue(next)).toBe(false);
    expect(wants.joined(next, answer('chat', '5~e'))?.from).toBe('3~e');
    expect(wants.hasDue(next)).toBe(false);
  });

  it('leaves nothing unasked when it never comes about', () => {
    const { wants, former, next } = between();

    wants.joined(former, answer('chat', '5~e'));
    wants.lost(next);

    expect(wants.hasDue(former)).toBe(true);
    // The question that nobody answered began there.
    expect(wants.all()).toContainEqual({ channel: 'chat', cursor: '3~e' });
  });

  it('asks again for what neither has answered', () => {
    const { wants, former, next } = between();

    wants.lost(former);
    expect(wants.hasDue(next)).toBe(false);
    wants.lost(next);

    expect(wants.hasDue(stream())).toBe(true);
  });
});
