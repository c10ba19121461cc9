import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { VendorRef } from '#lib/store/schemas/catalog.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { ReportSeller } from './report-seller.tsx';

type ReportLinkProps = { readonly vendor: VendorRef; readonly isSignedIn: boolean };

/** Lets a signed-in reader report a seller. A guest signs in first and returns. */
export async function ReportLink({ vendor, isSignedIn }: ReportLinkProps) {
  const [{ locale, go }, report, problems] = await Promise.all([
    pageTexts('messageReport'),
    clientTexts('messageReport'),
    clientTexts('messageProblems'),
  ]);
  return (
    <div className="border-t border-line pt-4">
      {isSignedIn ? (
        <ReportSeller vendor={vendor} locale={locale} texts={{ report, problems }} />
      ) : (
        <SignInLink href={go('/sign-in')} className={buttonClass({ look: 'quiet', size: 'small' })}>
          {report.title}
        </SignInLink>
      )}
    </div>
  );
}
