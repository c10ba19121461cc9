import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { envSchema, readEnv } from '#lib/core/env/env.ts';
import { channelFields } from '#lib/crm/mailboxes/values.ts';

/** Variables only for tests and tools: no operator of the product needs them. */
const hidden = ['FAULT_AT', 'FAULT_MODE'];

const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
const variables = lines.flatMap((line, at) => {
  const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, value, above: lines[at - 1] ?? '' }];
});

describe('.env.example', () => {
  it('S65 names every variable of the environment schema once, and no other', () => {
    const known = Object.keys(envSchema.shape).filter((name) => !hidden.includes(name));

    expect(variables.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('S65 names every field of a mail channel once, and no other', () => {
    const fields = lines.flatMap((line) => /^# {3}([A-Z_]+) {2}\S/.exec(line)?.[1] ?? []);

    expect(fields).toEqual([...channelFields]);
  });

  it('S65 sets no value, so that a copy changes nothing', () => {
    expect(variables.filter(({ value }) => value !== '')).toEqual([]);
    const copied = Object.fromEntries(variables.map(({ name }) => [name, '']));
    expect(readEnv({ from: copied })).toEqual(readEnv({ from: {} }));
  });

  it('describes each variable in the line above', () => {
    expect(variables.filter(({ above }) => !/^# \S.{10,}/.test(above)).map(({ name }) => name)).toEqual([]);
  });
});
