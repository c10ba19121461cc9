import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CODE_DIGITS } from '#components/account/code-digits.ts';
import { type SignInProblem, signInProblem } from '#components/account/sign-in-problem.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { type PendingSignIn, resendSeconds } from '#lib/web/pending-sign-in.ts';

export type StepUp = {
  readonly email: string;
  /** The mail that was last asked for on this page. */
  readonly pending: PendingSignIn | null;
  readonly setPending: (pending: PendingSignIn | null) => void;
  readonly texts: Texts<'signIn'>;
};

/**
 * The two calls by which somebody proves that they still read their mail. No transition holds them: React ends all that
 * are under way together, and the call that waits for this proof is in one.
 */
export function useStepUp({ email, pending, setPending, texts }: StepUp) {
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Typing the sixth digit and pressing Enter are one guess, not two.
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
      setProblem(signInProblem(error, texts, 'en'));
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
  // One that has just been mailed is still good, and another would be refused.
  const begin = useEffectEvent(() => {
    if (!pending || resendSeconds(pending, new Date()) === 0) void mail();
  });
  useEffect(() => begin(), []);

  /** Whether the code proves it. */
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
