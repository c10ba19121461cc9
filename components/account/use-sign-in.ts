import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useTransition } from 'react';
import type { LoginVerified } from '#lib/auth/schemas/login.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { clearPending, type PendingSignIn, readPending, storePending } from '#lib/web/pending-sign-in.ts';
import { type SignInProblem, signInProblem } from './sign-in-problem.ts';

const session = () => openStorage(() => window.sessionStorage);

type Asked = { readonly next: string; readonly locale: Locale; readonly texts: Texts<'signIn'> };

/** Returns the two calls of sign-in and the state of this tab between them. */
export function useSignIn({ next, locale, texts }: Asked) {
  const router = useRouter();
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [note, setNote] = useState('');
  const [busy, startWork] = useTransition();
  // Typing the sixth digit and pressing Enter at once must send one attempt, not two.
  const verifying = useRef(false);

  useEffect(() => setPending(readPending(session(), new Date())), []);

  const attempt = (work: () => Promise<void>) =>
    startWork(async () => {
      setProblem(null);
      setNote('');
      try {
        await work();
      } catch (error) {
        setProblem(signInProblem(error, texts, locale));
      }
    });

  const ask = (email: string, isAgain: boolean) =>
    attempt(async () => {
      await post('/api/auth/email/start', { email, next, locale });
      setPending(storePending(session(), email, new Date()));
      if (isAgain) setNote(texts.resent);
    });

  const enter = (proof: { readonly token: string } | { readonly email: string; readonly code: string }) => {
    if (verifying.current) return;
    verifying.current = true;
    attempt(async () => {
      try {
        const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
        const verified = await post<LoginVerified>('/api/auth/email/verify', { ...proof, timezone });
        clearPending(session());
        router.replace((next === '/' ? verified.next : next) as Route); // both are paths the server has validated
        router.refresh();
      } finally {
        verifying.current = false;
      }
    });
  };

  const restart = () => {
    clearPending(session());
    setPending(null);
    setProblem(null);
    setNote('');
  };

  return { pending, problem, note, busy, ask, enter, restart, showProblem: setProblem };
}
