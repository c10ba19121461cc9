import type { Locale } from '#lib/auth/values.ts';
import type { Messages } from './texts.ts';

// A key that is in no message file is a compile error.
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
