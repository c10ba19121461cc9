import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows the way back to the mail from which an order or a payment was opened. `mail` is the id of its thread. */
export async function BackToMail({ mail }: { readonly mail: unknown }) {
  if (typeof mail !== 'string' || !/^thr_[A-Za-z0-9_-]{1,124}$/.test(mail)) return null;
  const { t, locale } = await consoleTexts('customer');
  return (
    <p>
      <Link
        href={queryHref(`/admin/inbox/${mail}`, {})}
        lang={locale}
        className={`${buttonClass({ look: 'secondary', size: 'small' })}`}
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('back')}
      </Link>
    </p>
  );
}
