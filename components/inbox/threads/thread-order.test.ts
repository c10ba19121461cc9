import { describe, expect, it } from 'vitest';
import { neighbourOf, reordered, type ThreadOrder } from './thread-order.ts';

const listed = (...ids: readonly string[]): ThreadOrder => ({ known: ids, present: ids });

describe('the thread after this one', () => {
  it('is its neighbour in the list, and nothing behind the ends', () => {
    const order = listed('a', 'b', 'c');

    expect(neighbourOf(order, 'b', 1)).toBe('c');
    expect(neighbourOf(order, 'b', -1)).toBe('a');
    expect(neighbourOf(order, 'c', 1)).toBeNull();
    expect(neighbourOf(order, 'a', -1)).toBeNull();
  });

  it('is still known when this one has left the list by what was done to it', () => {
    const order = reordered(reordered(listed(), ['a', 'b', 'c', 'd'], 'b'), ['new', 'a', 'd'], 'b');

    expect(neighbourOf(order, 'b', 1)).toBe('d');
    expect(neighbourOf(order, 'b', -1)).toBe('a');
  });

  it('is the first of the list where this one was never in it', () => {
    expect(neighbourOf(reordered(listed('a'), ['b', 'c'], 'x'), 'x', 1)).toBe('b');
    expect(neighbourOf(listed(), 'x', 1)).toBeNull();
  });
});
