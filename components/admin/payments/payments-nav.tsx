import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { attentionHref } from './money-hrefs.ts';

const views = {
  ledger: { label: 'Ledger', href: '/admin/payments' },
  attention: { label: 'Needs attention', href: attentionHref('all') },
  accounts: { label: 'Accounts', href: '/admin/payments/accounts' },
} as const;
type View = keyof typeof views;

/** Shows links to the views of the money pages. */
export const PaymentsNav = ({ here }: { readonly here: View }) => (
  <nav aria-label="Payment views">
    <ChoiceLinks
      choices={['ledger', 'attention', 'accounts'] as const}
      chosen={here}
      hrefOf={(view: View) => views[view].href}
      textOf={(view: View) => views[view].label}
    />
  </nav>
);
