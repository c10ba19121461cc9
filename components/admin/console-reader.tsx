'use client';

import { createContext, type ReactNode, use } from 'react';
import type { ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { momentText, timeText } from '#lib/i18n/console/times.ts';

const ReaderContext = createContext<Reader>({ locale: 'en', zone: 'UTC' });
const CommonContext = createContext<ConsoleTexts<'common'> | null>(null);

type ConsoleReaderProps = {
  readonly reader: Reader;
  readonly common: ConsoleTexts<'common'>;
  readonly children: ReactNode;
};

/** Gives the components of the console the language and the time zone of the account, and the texts of all rooms. */
export const ConsoleReader = ({ reader, common, children }: ConsoleReaderProps) => (
  <ReaderContext value={reader}>
    <CommonContext value={common}>{children}</CommonContext>
  </ReaderContext>
);

/** Returns the language and the time zone of the account, for `fill`, `timeText` and `momentText`. */
export const useReader = (): Reader => use(ReaderContext);

/** Returns the texts that the rooms of the console share. */
export function useCommonTexts(): ConsoleTexts<'common'> {
  const texts = use(CommonContext);
  if (!texts) throw new Error('The component is outside ConsoleReader');
  return texts;
}

type ReaderTimeProps = { readonly at: string; readonly isExact?: boolean; readonly className?: string };

/**
 * Shows a time in the language and the time zone of the account, `isExact` with seconds. The server and the browser may
 * write it with a different space or dot, because each has Unicode data of its own; the text of the server then stays.
 */
export function ReaderTime({ at, isExact = false, className }: ReaderTimeProps) {
  const reader = useReader();
  return (
    <time dateTime={at} className={className} suppressHydrationWarning>
      {isExact ? momentText(at, reader) : timeText(at, reader)}
    </time>
  );
}
