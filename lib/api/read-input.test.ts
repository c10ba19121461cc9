import { describe, expect, it } from 'vitest';
import { jsonOf, queryOf } from '#lib/api/read-input.ts';
import { AppError } from '#lib/core/errors.ts';

const json = 'application/json';
const bytes = (text: string) => new TextEncoder().encode(text);
const statusFor = (work: () => unknown): number => {
  try {
    work();
    return 200;
  } catch (error) {
    return error instanceof AppError ? error.status : 500;
  }
};

describe('jsonOf', () => {
  it('S17 accepts only application/json in UTF-8', () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null, ''];
    const good = ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'];

    expect(types.map((type) => statusFor(() => jsonOf(bytes('{}'), type)))).toEqual(types.map(() => 415));
    expect(good.map((type) => jsonOf(bytes('{}'), type))).toEqual(good.map(() => ({})));
    expect(statusFor(() => jsonOf(bytes('{}'), 'application/json; charset=utf-16'))).toBe(415);
  });

  it('S27 rejects invalid UTF-8, NUL and lone surrogates, also in keys', () => {
    const bad = [
      new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
      new Uint8Array([0x22, 0xc3, 0x22]),
      bytes('"a\\u0000b"'),
      bytes('{"x":["\\ud800"]}'),
      bytes('{"\\udfff":1}'),
    ];

    expect(bad.map((body) => statusFor(() => jsonOf(body, json)))).toEqual(bad.map(() => 400));
    expect(jsonOf(bytes('"😀 Ї"'), json)).toBe('😀 Ї');
  });

  it('rejects numbers that overflow to Infinity, at any depth', () => {
    expect(
      ['1e999', '[-1e999]', '{"a":[{"b":1e400}]}'].map((text) => statusFor(() => jsonOf(bytes(text), json))),
    ).toEqual([400, 400, 400]);
    expect(jsonOf(bytes('1e308'), json)).toBe(1e308);
  });

  it('S28 rejects more than 32 levels of nesting, and ignores brackets inside strings', () => {
    const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth));

    expect(statusFor(() => jsonOf(nested(32), json))).toBe(200);
    expect(statusFor(() => jsonOf(nested(33), json))).toBe(400);
    expect(statusFor(() => jsonOf(nested(100_000), json))).toBe(400);
    expect(jsonOf(bytes(JSON.stringify({ a: `\\"${'['.repeat(99)}` })), json)).toEqual({ a: `\\"${'['.repeat(99)}` });
  });

  it('ignores one byte order mark before a body', () => {
    expect(jsonOf(bytes('\ufeff{"a":"\ufeff"}'), json)).toEqual({ a: '\ufeff' });
  });

  it('returns undefined for an empty body and rejects invalid JSON', () => {
    expect(jsonOf(new Uint8Array(), null)).toBeUndefined();
    for (const text of ['{', '{"a":}', 'undefined', '\ufeff', '\ufeff\ufeff{}', '{}{}']) {
      expect(statusFor(() => jsonOf(bytes(text), json))).toBe(400);
    }
  });
});

describe('queryOf', () => {
  const at = (search: string) => `http://localhost:3000/api/x${search}`;

  it('S30 rejects a repeated key unless the key is declared as a list', () => {
    expect(queryOf(at('?a=1&b=2'))).toEqual({ a: '1', b: '2' });
    expect(statusFor(() => queryOf(at('?a=1&a=1')))).toBe(400);
    expect(queryOf(at('?a=1&b=2&b=3'), ['b', 'c'])).toEqual({ a: '1', b: ['2', '3'] });
  });

  // Copying the list at each repeat would be 10^10 steps, beyond the timeout of the test.
  it('collects a repeated key without copying the earlier values', () => {
    const query = queryOf(at(`?${'c&'.repeat(200_000)}`), ['c']);

    expect(query.c).toHaveLength(200_000);
  });

  it('rejects NUL and treats __proto__ as an ordinary key', () => {
    expect(statusFor(() => queryOf(at('?a=%00')))).toBe(400);
    expect(Object.keys(queryOf(at('?__proto__=1')))).toEqual(['__proto__']);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
