import { describe, expect, it } from 'vitest';
import { pagePatternOf, routePatternOf } from './route-patterns.ts';

describe('pagePatternOf', () => {
  it.each([
    ['/', '/'],
    ['/uk', '/'],
    ['/products', '/products'],
    ['/ru/products/prd_mug/speckled-mug?ref=anna#top', '/products/[id]/[[...slug]]'],
    ['/products/prd_mug', '/products/[id]/[[...slug]]'],
    ['/admin/inbox/drafts', '/admin/inbox/drafts'],
    ['/admin/inbox/thr_1', '/admin/inbox/[threadId]'],
    ['/orders/P7K3M9QX1/document/', '/orders/[id]/document'],
  ])('names the page of %s by its file', (path, pattern) => {
    expect(pagePatternOf(path)).toBe(pattern);
  });

  it.each([
    '/nowhere/john@example.com',
    '/api/health',
    '',
    '/orders/a/b/c',
    `/${'a/'.repeat(200)}`,
    '/[id]/constructor',
  ])('names an unknown path without its text: %s', (path) => {
    expect(['other', '/']).toContain(pagePatternOf(path));
  });
});

describe('routePatternOf', () => {
  it.each([
    ['/api/store/orders/P7K3M9QX1', '/api/store/orders/[id]'],
    ['/api/nowhere/at/all', '/api/[[...unknown]]'],
    ['/products', 'other'],
  ])('names the route of %s', (path, pattern) => {
    expect(routePatternOf(path)).toBe(pattern);
  });
});
