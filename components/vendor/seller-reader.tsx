'use client';

import { createContext, type ReactNode, use } from 'react';
import type { Reader } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { type Go, localLinks } from '#lib/web/i18n/local-links.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type Given = {
  readonly reader: Reader;
  /** The language at the start of the address; null without one. */
  readonly prefix: string | null;
  readonly problems: SellerTexts<'problems'>;
};

const SellerContext = createContext<Given | null>(null);

/** Gives the components of the seller's console the language, the time zone, and the texts of refusals. */
export const SellerReader = ({ children, ...given }: Given & { readonly children: ReactNode }) => (
  <SellerContext value={given}>{children}</SellerContext>
);

/** Returns the reader, links in the language of the address, and a function that describes a failed call. */
export function useSeller(): {
  readonly reader: Reader;
  readonly go: Go;
  readonly errorText: (error: unknown) => string;
} {
  const given = use(SellerContext);
  if (!given) throw new Error('The component is outside SellerReader');
  const { reader, prefix, problems } = given;
  return { reader, go: localLinks(prefix), errorText: (error) => problemText(error, problems) };
}

/** Shows a time in the language of the page and the time zone of the account. The text of the server stays. */
export function SellerTime({ at, className }: { readonly at: string; readonly className?: string }) {
  const { reader } = useSeller();
  return (
    <time dateTime={at} className={className} suppressHydrationWarning>
      {timeText(at, reader)}
    </time>
  );
}
