import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { attentionHref } from './money-hrefs.ts';

const hrefs = {
  ledger: '/admin/payments',
  attention: attentionHref('all'),
  accounts: '/admin/payments/accounts',
} as const;
type View = keyof typeof hrefs;

/** Shows links to the views of the money pages. */
export async function PaymentsNav({ here }: { readonly here: View }) {
  const { t } = await consoleTexts('payments');
  return (
    <nav aria-label={t('views')}>
      <ChoiceLinks
        choices={['ledger', 'attention', 'accounts'] as const}
        chosen={here}
        hrefOf={(view: View) => hrefs[view]}
        textOf={(view: View) => t(`view_${view}`)}
      />
    </nav>
  );
}
