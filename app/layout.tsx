import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { signedInPerson } from '#app/signed-in-person.ts';
import { CallHost } from '#components/messages/call/call-host.tsx';
import { SendHost } from '#components/messages/send/send-host.tsx';
import { PushKeeper } from '#components/notifications/push-keeper.tsx';
import { Collector } from '#components/shell/collecting/collector.tsx';
import { DemoBanner } from '#components/shell/demo-banner.tsx';
import { ErrorTexts } from '#components/shell/error-texts.tsx';
import { Footer } from '#components/shell/footer.tsx';
import { Header } from '#components/shell/header.tsx';
import { OutsideConsole } from '#components/shell/outside-console.tsx';
import { TunnelProvider } from '#components/shell/tunnel-provider.tsx';
import { TunnelStatusLine } from '#components/shell/tunnel-status-line.tsx';
import { CartProvider } from '#components/store/cart/cart-provider.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRightsOf } from '#lib/auth/values.ts';
import { isTheme, THEME_COOKIE } from '#lib/web/cookies.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

const latin = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  variable: '--font-latin',
  weight: '100 900',
  display: 'swap',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
    },
  ],
});

// Loaded only for a page with Cyrillic letters. The browser decides that by the unicode range.
const cyrillic = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2',
  variable: '--font-cyrillic',
  weight: '100 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' }],
});

export async function generateMetadata(): Promise<Metadata> {
  const [{ origin }, { t }] = await Promise.all([pageContext('public'), pageTexts('home')]);
  return {
    metadataBase: new URL(origin),
    title: { default: `${t('title')} · Plaza`, template: '%s · Plaza' },
    description: t('description'),
    openGraph: { siteName: 'Plaza', type: 'website' },
    // Apple phones support pushes only if the site was added to the home screen as an app.
    manifest: '/manifest.webmanifest',
  };
}

export const viewport: Viewport = { colorScheme: 'light dark' };

/** Reads cookies on purpose: a prerendered page could contain neither the theme nor the script nonce. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [ctx, { t, locale }, errors, jar] = await Promise.all([
    pageContext('public'),
    pageTexts('shell'),
    clientTexts('errors'),
    cookies(),
  ]);
  const theme = jar.get(THEME_COOKIE)?.value;
  const person = await signedInPerson();
  const consoles = person === null ? [] : ['(seller)', ...(hasRightsOf('admin', person) ? ['(admin)'] : [])];
  const tunnelTexts = person && (await clientTexts('tunnel'));
  const callTexts = person && (await clientTexts('call'));
  const pages = (
    <>
      <OutsideConsole consoles={consoles}>
        <Header person={person} />
      </OutsideConsole>
      {children}
      <OutsideConsole consoles={consoles}>
        <Footer />
      </OutsideConsole>
    </>
  );

  return (
    <html
      lang={locale}
      data-theme={isTheme(theme) ? theme : undefined}
      className={`${latin.variable} ${cyrillic.variable}`}
      suppressHydrationWarning
    >
      <body>
        <a
          href="#content"
          className="sr-only rounded-md bg-primary font-medium text-primary-text focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:px-4 focus:py-3"
        >
          {t('skip')}
        </a>
        {ctx.env.ANALYTICS_COLLECT && <Collector />}
        <ErrorTexts value={errors}>
          <CartProvider userId={ctx.user?.id ?? null}>
            <TunnelProvider userId={ctx.user?.id ?? null}>
              {ctx.env.PLAZA_DEMO && <DemoBanner hasMailbox={ctx.devMailbox !== null} />}
              {person && callTexts ? (
                <SendHost key={person.id} me={person.id}>
                  <CallHost me={person.id} locale={locale} texts={callTexts}>
                    {pages}
                  </CallHost>
                </SendHost>
              ) : (
                pages
              )}
              {ctx.user && ctx.push.web && <PushKeeper />}
              {tunnelTexts && <TunnelStatusLine texts={tunnelTexts} />}
            </TunnelProvider>
          </CartProvider>
        </ErrorTexts>
      </body>
    </html>
  );
}
