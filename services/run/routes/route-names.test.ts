import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRouteNames } from './route-names.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('nameOf returns a path’s route from the manifest, and nothing that a caller wrote', () => {
  const manifest = join(folder, 'routes.json');
  const routes = [
    ...['/', '/products', '/products/[id]/[[...slug]]', '/orders/[id]', '/orders/[id]/document'],
    ...['/api/store/cart', '/api/[[...unknown]]', '/sitemap.xml', '/admin/[...rest]'],
  ];
  writeFileSync(manifest, JSON.stringify(Object.fromEntries(routes.map((route) => [`(x)${route}/page`, route]))));
  const nameOf = openRouteNames(manifest);

  const names = Object.fromEntries(
    [
      ...[
        '/',
        '/uk',
        '/ru/products',
        '/products/prd_1',
        '/products/prd_1/mug',
        '/orders/ord_1',
        '/orders/ord_1/document',
      ],
      ...[
        '/api/store/cart',
        '/api/anna@plaza.test',
        '/sitemap.xml',
        '/sitemapxxml',
        '/admin/a/b',
        '/_next/static/a.js',
      ],
    ].map((path) => [path, nameOf(path)]),
  );

  expect(names).toEqual({
    '/': '/',
    '/uk': '/',
    '/ru/products': '/products',
    '/products/prd_1': '/products/[id]/[[...slug]]',
    '/products/prd_1/mug': '/products/[id]/[[...slug]]',
    '/orders/ord_1': '/orders/[id]',
    '/orders/ord_1/document': '/orders/[id]/document',
    '/api/store/cart': '/api/store/cart',
    '/api/anna@plaza.test': '/api/[[...unknown]]',
    '/sitemap.xml': '/sitemap.xml',
    '/sitemapxxml': 'unknown',
    '/admin/a/b': '/admin/[...rest]',
    '/_next/static/a.js': '/_next',
  });
});

it('nameOf returns unknown when there is no build', () => {
  expect(openRouteNames(join(folder, 'missing.json'))('/products')).toBe('unknown');
});
