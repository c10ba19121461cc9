'use client';

import type { Route } from 'next';
import { useEffect } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { useSignIn } from './use-sign-in.ts';

type LinkSignInProps = {
  readonly token: string;
  readonly signInHref: Route;
  readonly locale: Locale;
  readonly texts: Texts<'signIn'>;
};

/**
 * Shows the button that confirms sign-in after the user opened the emailed link. The token is used only by the press,
 * because mail scanners open links as well.
 */
export function LinkSignIn({ token, signInHref, locale, texts }: LinkSignInProps) {
  const { problem, busy, enter } = useSignIn({ next: '/', locale, texts });

  // The token works once and only on this page, so it is removed from the browser history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);

  if (problem?.code === 'OtherBrowser')
    return (
      <>
        <Alert kind="info" role="status">
          {texts.linkOther}
        </Alert>
        <SignInSteps next="/" locale={locale} texts={texts} start="code" />
      </>
    );
  // A malformed link is treated like a used link.
  const isDead = problem?.code === 'SignInRefused' || problem?.field === 'code';
  return (
    <>
      {!isDead && <p className="text-lg text-muted">{texts.linkText}</p>}
      {problem && (
        <Alert kind="danger" role="alert">
          {isDead ? texts.linkDead : problem.text}
        </Alert>
      )}
      {isDead ? (
        <LinkButton href={signInHref}>{texts.linkAgain}</LinkButton>
      ) : (
        <Button size="large" busy={busy} onClick={() => !busy && enter({ token })}>
          {texts.enter}
        </Button>
      )}
    </>
  );
}
