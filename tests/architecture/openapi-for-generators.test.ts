import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenApi } from '#lib/api/openapi.ts';

const root = resolve(import.meta.dirname, '../..');
const document = join(root, 'docs/api/openapi.json');
const { info, components, paths }: OpenApi = JSON.parse(readFileSync(document, 'utf8'));

/** Runs a tool of this repository on this Node. */
function run(file: string, args: readonly string[], cwd = root) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return { status, stdout, stderr };
}

const queryParameters = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ parameters = [] }) => parameters)
  .filter((parameter) => parameter.in === 'query');
const typesOf = (name: string) => [
  ...new Set(queryParameters.filter((parameter) => parameter.name === name).map(({ schema }) => schema.type)),
];

describe('docs/api/openapi.json for linters and generators', () => {
  it('passes Redocly’s recommended rules without errors or warnings', () => {
    const { stdout } = run('node_modules/@redocly/cli/bin/cli.js', ['lint', '--format', 'json']);

    const { totals, problems } = JSON.parse(stdout);
    expect(problems.filter((problem: { readonly ignored?: boolean }) => !problem.ignored)).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 1 });
  });

  it('names a licence exactly when the repository has one', () => {
    expect('license' in info).toBe(existsSync(join(root, 'LICENSE')));
  });

  it('gives every shared schema a readable name', () => {
    const names = Object.keys(components.schemas);

    expect(names).toContain('JsonValue');
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  });

  it.each([
    ['limit', 'integer'],
    ['page', 'integer'],
    ['priceMin', 'integer'],
    ['priceMax', 'integer'],
    ['timeout', 'integer'],
    ['inStock', 'boolean'],
    ['unread', 'boolean'],
    ['force', 'boolean'],
  ])('types the query parameter %s as %s', (name, type) => {
    expect(typesOf(name)).toEqual([type]);
  });

  it('types no other numeric or boolean query parameter as a string', () => {
    // `archived` has a third value, and a cursor is opaque to callers.
    const numeric = (pattern: unknown) => typeof pattern === 'string' && /^[\^$0-9*+?{},[\]\\d]+$/.test(pattern);
    const asText = queryParameters.filter(
      ({ name, schema }) =>
        schema.type === 'string' &&
        !['archived', 'cursor'].includes(name) &&
        (numeric(schema.pattern) || [schema.enum].flat().includes('true')),
    );

    expect(asText.map(({ name }) => name)).toEqual([]);
  });
});

const client = `
import type { components, paths } from './plaza.d.ts';

type Get<P extends keyof paths> = paths[P] extends { get: infer G } ? G : never;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type AnswerOf<O> = O extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;

async function get<P extends keyof paths>(path: P, query: QueryOf<Get<P>>): Promise<AnswerOf<Get<P>>> {
  const text = Object.entries(query as object).map(([key, value]) => [key, String(value)]);
  const reply = await fetch(\`https://shop.example\${path}?\${new URLSearchParams(text)}\`);
  return reply.json() as Promise<AnswerOf<Get<P>>>;
}

export async function cheapest(): Promise<string | undefined> {
  const { products } = await get('/api/store/products', { limit: 1, sortBy: 'price_asc', inStock: true, priceMax: 50_000 });
  return products[0]?.title;
}

export type ConversationBody =
  paths['/api/conversations']['post']['requestBody']['content']['application/json'];
export const body: ConversationBody = {
  type: 'product',
  participantIds: ['usr_1'],
  metadata: { productId: 'prd_1', colour: { hue: [1, 2], named: null } },
};
export const json: components['schemas']['JsonValue'] = [1, { deep: [true] }];

// @ts-expect-error a number is not a text
void get('/api/store/products', { limit: '1' });
// @ts-expect-error a boolean is not a text
void get('/api/conversations', { unread: 'true' });
// @ts-expect-error the shop sorts by no such key
void get('/api/store/products', { sortBy: 'colour' });
// @ts-expect-error a function is not JSON
export const wrong: components['schemas']['JsonValue'] = () => 1;
`;

describe('the types that openapi-typescript generates', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plaza-client-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('compile with a small client in strict mode', () => {
    const types = run('tests/support/generate-client-types.mjs', [document]);
    expect(types).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(folder, 'plaza.d.ts'), types.stdout);
    writeFileSync(join(folder, 'client.ts'), client);
    const options = { strict: true, noEmit: true, target: 'es2024', module: 'esnext', moduleResolution: 'bundler' };
    const compilerOptions = { ...options, allowImportingTsExtensions: true, types: [], lib: ['es2024', 'dom'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));

    const compiled = run('node_modules/typescript/bin/tsc', ['--project', folder, '--pretty', 'false'], folder);

    expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
