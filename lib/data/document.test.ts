import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from './collection.ts';
import { fromStored, isExpired, toStored } from './document.ts';

const schema = z.object({ name: z.string(), tags: z.array(z.unknown()).nullable(), extra: z.unknown().optional() });
const Rows = collection('rows', { label: 'Row', schema, indexes: [['name'], ['tags[]']] });
const row = { name: 'x', tags: [] };

describe('toStored', () => {
  it('stores only the fields of the schema', () => {
    expect(toStored(Rows, 'r1', { ...row, other: 1 } as never).data).toEqual(row);
  });

  it('requires scalars in indexed fields', () => {
    const Wild = collection('wild', {
      label: 'Wild',
      schema: z.record(z.string(), z.unknown()),
      indexes: [['a' as never]],
    });

    expect(() => toStored(Wild, 'w1', { a: { b: 1 } })).toThrowError(/a is indexed and must be a scalar/);
    expect(() => toStored(Wild, 'w1', {})).toThrowError(/a is indexed and missing/);
    expect(() => toStored(Rows, 'r1', { ...row, tags: [{}] })).toThrowError(/tags is indexed and must be an array of/);
    expect(toStored(Rows, 'r1', { ...row, tags: null }).data.tags).toBeNull();
  });

  it('rejects fields that start with an underscore, which are reserved for the drivers', () => {
    const Own = collection('own', { label: 'Own', schema: z.object({ _ttl: z.string() }), indexes: [] });

    expect(() => toStored(Own, 'o1', { _ttl: 'x' })).toThrowError(/_ttl is reserved/);
  });

  it('names the invalid fields without their values', () => {
    const stored = () => toStored(Rows, 'r1', { ...row, name: 4_711 as never });

    expect(stored).toThrowError('rows/r1 does not fit its schema (name: invalid_type)');
  });

  it('adds the version of the collection to the document, and fromStored removes it', () => {
    const Second = { ...Rows, version: 2 };
    const { data } = toStored(Second, 'r1', row);

    expect(data).toEqual({ ...row, _version: 2 });
    expect(fromStored(Second, 'r1', data)).toEqual(row);
  });

  it('does not change a text that looks like an escape sequence', () => {
    expect(toStored(Rows, 'r1', { ...row, name: '\\ud83d' }).data.name).toBe('\\ud83d');
  });
});

describe('fromStored', () => {
  it('passes the stored version to the migration, and does not migrate the current version', () => {
    const calls: number[] = [];
    const Third = {
      ...Rows,
      version: 3,
      migrate: (document: Record<string, unknown>, from: number) => {
        calls.push(from);
        return { ...document, tags: [] };
      },
    };

    for (const stored of [{ name: 'x' }, { name: 'x', _version: 2 }, { ...row, _version: 3 }]) {
      expect(fromStored(Third, 'r1', stored)).toEqual(row);
    }
    expect(calls).toEqual([1, 2]);
  });

  it('rejects a document that no longer fits its schema, and names the document', () => {
    expect(() => fromStored(Rows, 'r1', { name: 'x' })).toThrowError(/rows\/r1 does not fit its schema/);
  });
});

describe('isExpired', () => {
  const Tickets = { ...Rows, ttl: 'name' as const };
  const now = new Date('2026-03-01T12:00:00.000Z');

  it.each([
    ['2026-03-01T12:00:00.000Z', true],
    ['2026-03-01T12:00:00.001Z', false],
    [null, false],
    [undefined, false],
  ])('with a ttl of %s returns %s', (name, past) => {
    expect(isExpired(Tickets, { name }, now)).toBe(past);
    expect(isExpired(Rows, { name }, now)).toBe(false);
  });
});
