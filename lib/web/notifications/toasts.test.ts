import { describe, expect, it } from 'vitest';
import { isWorthToast, withNewToasts } from './toasts.ts';

const toast = (patch: object = {}) => ({ id: 'ntf_1', priority: 'high' as const, data: {}, ...patch });

describe('a toast', () => {
  it('appears for an important notification, unless the reader is already at its page', () => {
    const path = '/products';

    expect(isWorthToast(toast(), '/orders/1', path)).toBe(true);
    expect(isWorthToast(toast({ priority: 'urgent' }), '/orders/1', path)).toBe(true);
    expect(isWorthToast(toast({ priority: 'normal' }), '/orders/1', path)).toBe(false);
    expect(isWorthToast(toast(), '/orders/1?paid=1#top', '/orders/1')).toBe(false);
    expect(isWorthToast(toast(), '/orders/1', '/uk/notifications')).toBe(false);
    expect(isWorthToast(toast({ data: { callId: 'cll_1' } }), '/messages/1', path)).toBe(false);
  });

  it('is one of at most three: the oldest is dropped, and none appears twice', () => {
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
    const shown = withNewToasts([{ id: 'a' }, { id: 'b' }], [{ id: 'd' }, { id: 'c' }, { id: 'b' }]);

    expect(ids(shown)).toEqual(['b', 'c', 'd']);
  });

  it('is updated in place by a newer text', () => {
    const [a, b] = [
      { id: 'a', title: 'Before' },
      { id: 'b', title: 'Other' },
    ];

    expect(withNewToasts([a, b], [{ id: 'a', title: 'After' }])).toEqual([{ id: 'a', title: 'After' }, b]);
  });
});
