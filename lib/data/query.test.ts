import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from './collection.ts';
import { inc, type Patch, union } from './patch.ts';
import { from } from './query.ts';

const schema = z.object({
  status: z.enum(['new', 'paid']),
  n: z.int().nullable(),
  tags: z.array(z.enum(['a', 'b'])),
  note: z.string().optional(),
});
const Rows = collection('rows', { label: 'Row', schema, indexes: [['status', 'n desc'], ['tags[]']] });
type Row = z.infer<typeof schema>;

describe('a query', () => {
  it('is immutable: each step returns a new query', () => {
    const base = from(Rows);
    const narrowed = base.where('status', '==', 'new').orderBy('n', 'desc').limit(5).after('c');

    expect(base).toMatchObject({ filters: [], orders: [], count: null, cursor: null });
    expect(narrowed).toMatchObject({
      filters: [{ field: 'status', op: '==', value: 'new' }],
      orders: [{ field: 'n', direction: 'desc' }],
      count: 5,
      cursor: 'c',
    });
    expect(narrowed.after(undefined).cursor).toBeNull();
  });
});

// The compiler is the test here: an unused `@ts-expect-error` is itself an error.
describe('the types of the store port', () => {
  it('reject invalid values, fields and transforms', () => {
    const refused = [
      // @ts-expect-error a status that does not exist
      () => from(Rows).where('status', '==', 'gone'),
      // @ts-expect-error one value where a list belongs
      () => from(Rows).where('status', 'in', 'new'),
      // @ts-expect-error an optional field is in no index
      () => from(Rows).where('note', '==', 'x'),
      // @ts-expect-error an unknown field
      () => from(Rows).orderBy('other'),
      // @ts-expect-error a list where one element belongs
      () => from(Rows).where('tags', 'has', ['a']),
      // @ts-expect-error an index on an optional field
      () => collection('rows', { label: 'Row', schema, indexes: [['note']] }),
      // @ts-expect-error adding to a text
      (): Patch<Row> => ({ status: inc(1) }),
      // @ts-expect-error an unknown field in a patch
      (): Patch<Row> => ({ other: 1 }),
      // @ts-expect-error a value that the array does not hold
      (): Patch<Row> => ({ tags: union('z') }),
    ];

    expect(refused).toHaveLength(9);
    expect(from(Rows).where('tags', 'hasAny', ['a', 'b']).where('n', '==', null).filters).toHaveLength(2);
  });
});
