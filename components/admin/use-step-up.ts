import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type SignInProblem, signInProblem } from '#components/account/sign-in-problem.ts';
import { CODE_DIGITS } from '#lib/auth/limits.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { type PendingSignIn, resendSeconds } from '#lib/web/pending-sign-in.ts';

export type StepUp = {
  readonly email: string;
  /** The last email requested on this page. */
  readonly pending: PendingSignIn | null;
  readonly setPending: (pending: PendingSignIn | null) => void;
  readonly texts: Texts<'signIn'>;
  readonly locale: Locale;
};

/**
 * Returns the two calls by which users prove that they still read their email. The calls use no transition: React ends
 * all pending transitions together, and the call that waits for this proof is in one.
 */
export function useStepUp({ email, pending, setPending, texts, locale }: StepUp) {
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Typing the sixth digit and pressing Enter at once must send one attempt, not two.
  const working = useRef(false);

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (working.current) return false;
    working.current = true;
    setBusy(true);
    setProblem(null);
    setNote('');
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(signInProblem(error, texts, locale));
      return false;
    } finally {
      working.current = false;
      setBusy(false);
    }
  };

  const mail = () =>
    attempt(async () => {
      await post('/api/auth/email/start', { purpose: 'step-up' });
      setPending({ email, askedAt: Date.now() });
      if (pending) setNote(texts.resent);
    });
  // A code that was emailed just now is still valid, and the server would reject a request for another.
  const begin = useEffectEvent(() => {
    if (!pending || resendSeconds(pending, new Date()) === 0) void mail();
  });
  useEffect(() => begin(), []);

  /** Returns true when the server accepts the code. */
  const prove = async (code: string): Promise<boolean> => {
    if (code.length < CODE_DIGITS) {
      setProblem({ field: 'code', text: texts.badCode });
      return false;
    }
    return attempt(async () => {
      await post('/api/auth/email/verify', { email, code });
      setPending(null);
    });
  };

  return { problem, note, isBusy, mail, prove };
}
