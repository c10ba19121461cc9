import { describe, expect, it } from 'vitest';
import { filterOf, inboxHref } from './inbox-href.ts';

describe('the URL of the inbox', () => {
  it('keeps the whole filter, with or without an open thread', () => {
    const filter = filterOf({ status: 'waiting', channel: 'support', q: ' lamp & shade ', cursor: 'abc' });

    expect(inboxHref(filter)).toBe('/admin/inbox?status=waiting&channel=support&q=lamp+%26+shade&cursor=abc');
    expect(inboxHref(filter, 'thr_1')).toBe(
      '/admin/inbox/thr_1?status=waiting&channel=support&q=lamp+%26+shade&cursor=abc',
    );
  });

  it('ignores invalid filter values', () => {
    const filter = filterOf({ status: 'lost', channel: ['a', 'b'], q: '   ' });

    expect(filter).toEqual({ status: undefined, channel: undefined, q: undefined, cursor: undefined });
    expect(inboxHref(filter)).toBe('/admin/inbox');
  });
});
