import { Breadcrumbs, type Crumb } from '#components/ui/breadcrumbs.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Shows the breadcrumbs of a page below the list of payments. */
export async function PaymentsCrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const [{ t }, common] = await Promise.all([consoleTexts('payments'), consoleTexts('common')]);
  return (
    <Breadcrumbs label={common.t('crumbs')} crumbs={[{ label: t('title'), href: '/admin/payments' }, ...crumbs]} />
  );
}
