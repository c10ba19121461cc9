import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type PendingSignIn, resendSeconds } from '#lib/web/pending-sign-in.ts';

type ResendButtonProps = {
  readonly pending: PendingSignIn;
  readonly locale: Locale;
  readonly texts: Texts<'signIn'>;
  readonly onPress: () => void;
};

/**
 * Shows the button that requests another email. The button works after a minute and counts down the seconds until then.
 */
export function ResendButton({ pending, locale, texts, onPress }: ResendButtonProps) {
  const [seconds, setSeconds] = useState(() => resendSeconds(pending, new Date()));

  useEffect(() => {
    const look = () => setSeconds(resendSeconds(pending, new Date()));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [pending]);

  return (
    <Button look="secondary" onClick={() => seconds === 0 && onPress()} aria-disabled={seconds > 0 || undefined}>
      {seconds > 0 ? fill(texts.resendIn, { seconds }, locale) : texts.resend}
    </Button>
  );
}
