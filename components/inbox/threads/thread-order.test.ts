import { describe, expect, it } from 'vitest';
import { neighbourOf, reordered, type ThreadOrder } from './thread-order.ts';

const listed = (...ids: readonly string[]): ThreadOrder => ({ known: ids, present: ids });

describe('the neighbour of a thread', () => {
  it('is the next or previous thread in the list, and null beyond its ends', () => {
    const order = listed('a', 'b', 'c');

    expect(neighbourOf(order, 'b', 1)).toBe('c');
    expect(neighbourOf(order, 'b', -1)).toBe('a');
    expect(neighbourOf(order, 'c', 1)).toBeNull();
    expect(neighbourOf(order, 'a', -1)).toBeNull();
  });

  it('is still known after the thread itself has left the list', () => {
    const order = reordered(reordered(listed(), ['a', 'b', 'c', 'd'], 'b'), ['new', 'a', 'd'], 'b');

    expect(neighbourOf(order, 'b', 1)).toBe('d');
    expect(neighbourOf(order, 'b', -1)).toBe('a');
  });

  it('is the first thread of the list when the thread was never in the list', () => {
    expect(neighbourOf(reordered(listed('a'), ['b', 'c'], 'x'), 'x', 1)).toBe('b');
    expect(neighbourOf(listed(), 'x', 1)).toBeNull();
  });
});
