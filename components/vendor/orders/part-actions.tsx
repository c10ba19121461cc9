'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { post } from '#lib/web/api/api-client.ts';
import { ShipDialog } from './ship-dialog.tsx';

type PartActionsProps = {
  readonly order: Pick<VendorOrder, 'id' | 'number' | 'currency' | 'part' | 'lines' | 'settlement'>;
  readonly texts: SellerTexts<'orders'>;
};

/** Shows what a seller can do with the part of an order in its state. */
export function PartActions({ order, texts }: PartActionsProps) {
  const { errorText } = useSeller();
  const router = useRouter();
  const [isShipping, setShipping] = useState(false);
  const action = useAction(errorText);
  const { part, lines } = order;
  const isPending = part.state === 'pending' && part.refund === null;
  const isOpen = isPending || (part.state === 'processing' && part.refund === null);
  const isCustom = lines.every(({ fulfilment }) => fulfilment === 'custom');

  const call = (path: string, body: object, close?: () => void) =>
    action.act(
      () => post(`/api/vendor/orders/${order.id}/${path}?vendorId=${part.vendorId}`, body),
      () => {
        close?.();
        router.refresh();
      },
    );
  const dialog = {
    ...{ order, texts, action, call },
    onClose: () => {
      setShipping(false);
      action.forget();
    },
  };

  return (
    <div className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap gap-3">
        {isOpen && <PressButton onPress={() => setShipping(true)}>{isCustom ? texts.done : texts.ship}</PressButton>}
        {isPending && (
          <PressButton look="secondary" busy={action.isBusy} onPress={() => call('start', {})}>
            {texts.start}
          </PressButton>
        )}
        {part.state === 'shipped' && !isCustom && (
          <PressButton look="secondary" onPress={() => setShipping(true)}>
            {texts.track}
          </PressButton>
        )}
      </div>
      {!isShipping && action.problem && (
        <Alert kind="danger" role="alert">
          {action.problem}
        </Alert>
      )}
      {isShipping && <ShipDialog {...dialog} isCustom={isCustom} />}
    </div>
  );
}
