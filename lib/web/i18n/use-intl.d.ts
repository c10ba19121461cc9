import type { Messages } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

// A key that is in no message file is a compile error. The interface belongs to use-intl, and next-intl re-exports
// it.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
