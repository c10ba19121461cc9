import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { parseChannel, refusalOf } from './channels.ts';
import { formatComposite, formatCursor, parseComposite, parseCursor, stateCursor } from './cursor.ts';

const failed = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return codeOf(error) === undefined;
  }
};

describe('cursors', () => {
  it('are unchanged by formatting and parsing, alone and combined', () => {
    const cursor = fc.oneof(
      fc.nat().map((rev) => formatCursor(rev, 'e1')),
      fc.tuple(fc.nat(), fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)).map(([n, id]) => stateCursor(`${n}.${id}`)),
    );
    fc.assert(
      fc.property(fc.array(fc.option(cursor), { maxLength: 50 }), (cursors) => {
        const parsed = parseComposite(formatComposite(cursors));
        expect(cursors.map((_, at) => parsed.get(at) ?? null)).toEqual(cursors);
      }),
    );
    expect(parseCursor('12~e1')).toEqual({ mark: '12', epoch: 'e1', rev: 12 });
    expect(parseCursor('12.ntf_1~s').rev).toBeNull();
  });

  it('are rejected when malformed', () => {
    for (const text of ['', '12', '~e', '12~', '1 2~e', '12~E', `${'9'.repeat(300)}~e`, '12~e1\n'])
      expect(
        failed(() => parseCursor(text)),
        text,
      ).toBe(true);
    for (const text of ['0', '0=', '=1~e', '50=1~e', '0=1~e,', '0=1~e 1=2~e', 'x=1~e'])
      expect(
        failed(() => parseComposite(text)),
        text,
      ).toBe(true);
  });
});

describe('channels', () => {
  it('are a closed set of names', () => {
    const names = ['user:inbox', 'notifications:unread', 'admin:desk', 'conversation:cvs_1'];
    expect(names.map(parseChannel)).toEqual(names);
    for (const text of ['', 'user:other', 'conversation:', 'conversation:a/b', 'conversation:__x__', 'admin:desk '])
      expect(
        failed(() => parseChannel(text)),
        text,
      ).toBe(true);
  });

  it('are refused with NotFound for a conversation and with Forbidden for the desk', () => {
    expect(refusalOf('conversation:cvs_1')).toMatchObject({
      name: 'NotFound',
      message: 'Conversation cvs_1 does not exist',
    });
    expect(refusalOf('admin:desk').name).toBe('Forbidden');
  });
});
