import type { NextConfig } from 'next';
import { filePolicy, workerPolicy } from './lib/api/headers/content-security-policy.ts';
import { pageHeaders, securityHeaders } from './lib/api/headers/security-headers.ts';

/** The paths that `proxy.ts` does not handle: files, and pages that say a file is missing. */
const besideTheProxy = '/((?:demo/|icons/|manifest.webmanifest|_next/static|_next/image|favicon.ico).*)';
/** The paths that `proxy.ts` handles. */
const pages = '/((?!api/|pay/return$|_next/|favicon.ico|icons/|demo/|manifest.webmanifest|sw\\.js$).*)';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // A missing page is a compile error.
  typedRoutes: true,
  // The types of everything, tests included, are checked before by `npm run check`; a second look took a third of a build.
  typescript: { ignoreBuildErrors: true },
  // Its button would answer getByRole('button') in development.
  devIndicators: false,
  // Development writes no file into the checkout.
  agentRules: false,
  // Development is opened by the address the server prints; Next itself only knows `localhost`.
  allowedDevOrigins: ['127.0.0.1'],
  // The address of this page is the secret of a sign-in mail, and development writes a line for each request.
  logging: { incomingRequests: { ignore: [/\/sign-in\/link/] } },
  // Read while a page is made: no import names them.
  outputFileTracingIncludes: { '/*': ['./data/pages/*.md'] },
  serverExternalPackages: ['@google-cloud/firestore'],
  // Pictures of our own only: the optimiser fetches nothing from elsewhere.
  images: {
    formats: ['image/webp'],
    localPatterns: [{ pathname: '/demo/**', search: '' }],
    remotePatterns: [],
    // The widths pictures are shown in, on screens of one to three dots a pixel: every further one is text on each page.
    deviceSizes: [480, 640, 828, 1080],
    imageSizes: [96, 192, 288, 384],
  },
  experimental: {
    authInterrupts: true,
    agentUpgrade: false,
    mcpServer: false,
    // It would load every route file too, which the server in front answers itself: half of a start, and never used.
    preloadEntriesOnStart: false,
  },
  // The same pages under each language; `proxy.ts` has read the language before this.
  rewrites: async () => ({
    beforeFiles: ['uk', 'ru'].flatMap((locale) => [
      { source: `/${locale}`, destination: '/' },
      { source: `/${locale}/:path((?!api/).*)`, destination: '/:path' },
    ]),
    afterFiles: [],
    fallback: [],
  }),
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    // The last of two of one name counts.
    { source: pages, headers: pageHeaders },
    {
      source: '/sw.js',
      headers: [
        { key: 'Content-Security-Policy', value: workerPolicy },
        // A change reaches every browser with its next page.
        { key: 'Cache-Control', value: 'no-cache' },
      ],
    },
    { source: besideTheProxy, headers: [{ key: 'Content-Security-Policy', value: filePolicy }] },
    // The address of this page is the secret of a sign-in mail.
    { source: '/:language(uk|ru)?/sign-in/link', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
};

/**
 * Returns the configuration. The language plugin tells the compiler where the messages are. A running production server
 * compiles nothing, and the plugin would load a compiler of its own: 60 MB and a second of every start. For the same
 * reason Node itself strips the types of this file (`scripts/server-process.mjs`).
 */
export default async function nextConfig(phase: string): Promise<NextConfig> {
  if (phase === 'phase-production-server') return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/web/i18n/request.ts')(config);
}
