import type { Locale } from '#lib/auth/values.ts';
import type { Messages } from '#lib/i18n/texts.ts';

// A key that is in no message file is a compile error. The interface lives in use-intl; next-intl only passes it on.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
