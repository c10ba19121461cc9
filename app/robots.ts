import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { currentRuntime } from '#lib/context/runtime.ts';

/** Everything to be sold is open to crawlers; what belongs to a person is not. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection(); // there is no runtime while the product is being built
  const { origin } = currentRuntime();
  const personal = ['/cart', '/checkout', '/orders', '/wallet', '/sell', '/account', '/sign-in', '/admin', '/dev'];
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
