import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { SignInSteps } from './sign-in-steps.tsx';

type SignInFormProps = {
  /** Where to go afterwards: a path of ours. The page one is on stays, with the person signed in. */
  readonly next: string;
  readonly start?: 'address' | 'code';
};

/** Signing in, wherever it is needed: a page of its own, or in the middle of another. */
export async function SignInForm({ next, start = 'address' }: SignInFormProps) {
  const [{ locale }, texts] = await Promise.all([pageTexts('signIn'), clientTexts('signIn')]);
  return <SignInSteps next={next} locale={locale} texts={texts} start={start} />;
}
