import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { currentRuntime } from '#lib/context/runtime.ts';

/** Allows crawlers to read everything for sale, but no personal pages. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection(); // there is no runtime during the build
  const { origin } = currentRuntime();
  const personal = [
    '/cart',
    '/checkout',
    '/orders',
    '/wishlist',
    '/wallet',
    '/sell',
    '/account',
    '/sign-in',
    '/admin',
    '/dev',
  ];
  return {
    rules: [
      {
        userAgent: '*',
        allow: '/',
        disallow: ['/api/', ...personal.flatMap((path) => [path, `/uk${path}`, `/ru${path}`])],
      },
    ],
    sitemap: `${origin}/sitemap.xml`,
  };
}
