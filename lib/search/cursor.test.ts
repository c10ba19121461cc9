import { describe, expect, it } from 'vitest';
import { searchCursor, searchPlaceOf } from './cursor.ts';

const place = { value: 1_772_445_600_000, id: 'thr_1' };
const packed = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('the cursor of a search', () => {
  it('restores its position for its own query and is rejected for another query', () => {
    const cursor = searchCursor('invoice', place);

    expect(searchPlaceOf('invoice', cursor)).toEqual(place);
    expect(() => searchPlaceOf('invoices', cursor)).toThrow('another query');
  });

  it.each(['', 'nothing', packed(null), packed([]), packed({ length: 3 })])(
    'is rejected when malformed: %j',
    (cursor) => {
      expect(() => searchPlaceOf('invoice', cursor)).toThrow('another query');
    },
  );

  it('is rejected when its sort value is not a number or its id is malformed', () => {
    const [mark] = JSON.parse(Buffer.from(searchCursor('invoice', place), 'base64url').toString()) as [string];

    expect(() => searchPlaceOf('invoice', packed([mark, '7', 'thr_1']))).toThrow('another query');
    expect(() => searchPlaceOf('invoice', packed([mark, 7, 'thr/1']))).toThrow('another query');
  });
});
