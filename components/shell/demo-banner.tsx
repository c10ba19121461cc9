import { Link } from '#components/ui/link.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows a banner on every page of a demo, so that visitors do not mistake it for a real shop. */
export async function DemoBanner({ hasMailbox }: { readonly hasMailbox: boolean }) {
  const { t } = await pageTexts('shell');
  return (
    <aside
      aria-label={t('demoLabel')}
      data-demo
      className="bg-accent-soft px-4 py-1.5 text-center text-sm text-text print:hidden"
    >
      {t('demo')}{' '}
      {hasMailbox && (
        <Link href="/dev/mailbox" className="underline underline-offset-4">
          {t('demoMail')}
        </Link>
      )}
    </aside>
  );
}
