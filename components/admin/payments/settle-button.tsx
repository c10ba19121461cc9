'use client';

import { useReader } from '#components/admin/console-reader.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { type OwedRefund, useSettle } from './settle-host.tsx';

type SettleButtonProps = { readonly refund: OwedRefund; readonly texts: ConsoleTexts<'payments'> };

/** Opens the dialog that records how the money of a part goes back to its buyer. */
export function SettleButton({ refund, texts }: SettleButtonProps) {
  const settle = useSettle();
  const { locale } = useReader();
  return (
    <PressButton
      look="secondary"
      size="small"
      aria-label={fill(texts.settleOf, { number: refund.orderReference }, locale)}
      onPress={() => settle(refund)}
    >
      {texts.settle}
    </PressButton>
  );
}
