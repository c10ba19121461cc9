import { describe, expect, it } from 'vitest';
import { sitemapFile, sitemapIndex } from './sitemap-xml.ts';

const origin = 'https://shop.example';

describe('the sitemap', () => {
  it('lists every page in every language, with links to the other languages', () => {
    const xml = sitemapFile(origin, [{ path: '/products/prd_1/mug', updatedAt: '2026-03-01T10:00:00.000Z' }]);

    expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
      'https://shop.example/products/prd_1/mug',
      'https://shop.example/uk/products/prd_1/mug',
      'https://shop.example/ru/products/prd_1/mug',
    ]);
    expect(xml.match(/hreflang="(en|uk|ru|x-default)"/g)).toHaveLength(12);
    expect(xml).toContain('<lastmod>2026-03-01T10:00:00.000Z</lastmod>');
  });

  it('is well-formed whatever characters a URL contains', () => {
    const xml = sitemapFile(origin, [{ path: '/products?categories=a&b=<"\'>' }]);

    expect(xml).toContain('/products?categories=a&amp;b=&lt;&quot;&apos;&gt;');
    expect(xml.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it('lists its files by their absolute URLs', () => {
    expect(sitemapIndex(origin, ['/sitemap/pages.xml'])).toContain(
      '<sitemap><loc>https://shop.example/sitemap/pages.xml</loc></sitemap>',
    );
  });
});
