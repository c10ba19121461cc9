import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { SignInSteps } from './sign-in-steps.tsx';

type SignInFormProps = {
  /**
   * The path on this site to open after sign-in. The path of the current page refreshes that page for the signed-in
   * user.
   */
  readonly next: string;
  readonly start?: 'address' | 'code';
};

/** Shows the sign-in steps, on the sign-in page or inside another page. */
export async function SignInForm({ next, start = 'address' }: SignInFormProps) {
  const [{ locale }, texts] = await Promise.all([pageTexts('signIn'), clientTexts('signIn')]);
  return <SignInSteps next={next} locale={locale} texts={texts} start={start} />;
}
