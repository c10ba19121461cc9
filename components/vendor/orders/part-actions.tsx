'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { OfferedMoves } from '#lib/store/parts/offered-moves.ts';
import type { VendorOrder } from '#lib/store/schemas/vendor-order.ts';
import { post } from '#lib/web/api/api-client.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';

type Step = 'ship' | 'refuse' | 'accept' | 'decline';

type PartActionsProps = {
  readonly order: Pick<VendorOrder, 'id' | 'number' | 'currency' | 'part' | 'lines' | 'settlement'>;
  readonly moves: OfferedMoves;
  readonly texts: SellerTexts<'orders'>;
};

/** Shows what a seller can do now with the part of an order, and the wish of its buyer to cancel. */
export function PartActions({ order, moves, texts }: PartActionsProps) {
  const { errorText } = useSeller();
  const router = useRouter();
  const [step, setStep] = useState<Step | null>(null);
  const action = useAction(errorText);
  const { part, lines } = order;
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
      setStep(null);
      action.forget();
    },
  };

  return (
    <div className="flex flex-col gap-4 print:hidden">
      {moves.answer && (
        <Alert
          kind="warning"
          title={texts.cancelTitle}
          action={
            <>
              <PressButton size="small" look="secondary" onPress={() => setStep('accept')}>
                {texts.accept}
              </PressButton>
              <PressButton size="small" look="secondary" onPress={() => setStep('decline')}>
                {texts.decline}
              </PressButton>
            </>
          }
        >
          <p className="whitespace-pre-line wrap-anywhere">{part.cancelRequest?.reason}</p>
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {moves.ship && <PressButton onPress={() => setStep('ship')}>{isCustom ? texts.done : texts.ship}</PressButton>}
        {moves.start && (
          <PressButton look="secondary" busy={action.isBusy} onPress={() => call('start', {})}>
            {texts.start}
          </PressButton>
        )}
        {moves.track && !isCustom && (
          <PressButton look="secondary" onPress={() => setStep('ship')}>
            {texts.track}
          </PressButton>
        )}
        {lines.some(({ downloads }) => downloads > 0) && (
          <PressButton look="secondary" busy={action.isBusy} onPress={() => call('downloads/reset', {})}>
            {texts.resetDownloads}
          </PressButton>
        )}
        {moves.refuse && (
          <PressButton look="danger" onPress={() => setStep('refuse')}>
            {texts.refuse}
          </PressButton>
        )}
      </div>
      {step === null && action.problem && (
        <Alert kind="danger" role="alert">
          {action.problem}
        </Alert>
      )}
      {step === 'ship' && <ShipDialog {...dialog} isCustom={isCustom} />}
      {step === 'refuse' && <RefuseDialog {...dialog} />}
      {(step === 'accept' || step === 'decline') && <AnswerDialog {...dialog} accept={step === 'accept'} />}
    </div>
  );
}
