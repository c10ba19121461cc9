import { Alert } from '#components/ui/alert.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { VendorStatus } from '#lib/store/values.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';

/** Shows what the status of a vendor means for its owner. Shows nothing for an approved one. */
export async function VendorBanner({ status }: { readonly status: VendorStatus }) {
  const { t, go } = await sellerTexts('overview');
  if (status === 'approved') return null;
  return (
    <Alert
      kind={status === 'applied' ? 'info' : 'warning'}
      title={t(`title_${status}`)}
      action={
        status !== 'suspended' && (
          <LinkButton href={go('/sell/apply')} look="secondary" size="small">
            {t('viewApplication')}
          </LinkButton>
        )
      }
    >
      {t(`text_${status}`)}
    </Alert>
  );
}
