import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
import { attentionHref } from './money-hrefs.ts';

const views = [
  { key: 'ledger', label: 'Ledger', href: '/admin/payments' },
  { key: 'attention', label: 'Needs attention', href: attentionHref('all') },
  { key: 'accounts', label: 'Accounts', href: '/admin/payments/accounts' },
] as const;

/** Shows links to the views of the money pages. */
export function PaymentsNav({ here }: { readonly here: (typeof views)[number]['key'] }) {
  return (
    <nav aria-label="Payment views">
      <ul className="flex flex-wrap gap-2">
        {views.map(({ key, label, href }) => (
          <li key={key}>
            <Link
              href={href}
              aria-current={key === here ? 'page' : undefined}
              className={buttonClass({ look: key === here ? 'primary' : 'secondary', size: 'small' })}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
