import { Breadcrumbs, type Crumb } from '#components/ui/breadcrumbs.tsx';

/** Shows the breadcrumbs of a page below the list of payments. */
export function PaymentsCrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return <Breadcrumbs label="Breadcrumbs" crumbs={[{ label: 'Payments', href: '/admin/payments' }, ...crumbs]} />;
}
