'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { DeliveryView } from '#lib/store/schemas/vendor-delivery.ts';
import { patch, remove } from '#lib/web/api/api-client.ts';
import { movesFor } from '#lib/web/seller/delivery-draft.ts';
import { DELIVERIES_PATH, DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryRow } from './delivery-row.tsx';

type Step = { readonly kind: 'edit' | 'remove'; readonly option: DeliveryView } | { readonly kind: 'add' };

type DeliveryOptionsProps = {
  readonly options: readonly DeliveryView[];
  readonly arrangeAllowed: boolean;
  readonly countries: readonly NamedCountry[];
  /** The currency of the prices. */
  readonly currency: string;
  /** False for a suspended vendor. */
  readonly mayWrite: boolean;
  readonly texts: SellerTexts<'deliveries'>;
};

/** Shows how a seller delivers, in the order of the checkout, with the dialogs that change it. */
export function DeliveryOptions(props: DeliveryOptionsProps) {
  const { options, arrangeAllowed, countries, currency, mayWrite, texts } = props;
  const { reader, errorText } = useSeller();
  const { locale } = reader;
  const router = useRouter();
  const [step, setStep] = useState<Step | null>(null);
  const action = useAction(errorText);
  const change = (work: () => Promise<unknown>) => action.act(work, () => router.refresh());
  const nameOf = (option: DeliveryView) => option.name[locale];

  const move = (id: string, by: 1 | -1) =>
    change(async () => {
      for (const { id: moved, ...body } of movesFor(options, id, by)) await patch(`${DELIVERIES_PATH}/${moved}`, body);
    });
  const toggle = ({ id, active, version }: DeliveryView) =>
    change(() => patch(`${DELIVERIES_PATH}/${id}`, { active: !active, version }));
  const close = () => {
    setStep(null);
    action.forget();
  };
  const toggleTexts = (isOn: boolean, name: string) =>
    isOn
      ? { label: texts.switchOff, name: fill(texts.switchOffOf, { name }, locale) }
      : { label: texts.switchOn, name: fill(texts.switchOnOf, { name }, locale) };
  const isSold = arrangeAllowed || options.some(({ active }) => active);

  return (
    <div className="flex max-w-3xl flex-col items-start gap-4">
      <p className="text-muted">{texts.intro}</p>
      {!isSold && <Alert kind="warning">{texts.nothing}</Alert>}
      <ul className="w-full">
        {options.map((option, at) => (
          <DeliveryRow
            key={option.id}
            {...{ option, currency, countries, locale, texts, mayWrite }}
            toggle={toggleTexts(option.active, nameOf(option))}
            isBusy={action.isBusy}
            isFirst={at === 0}
            isLast={at === options.length - 1}
            onMove={(by) => move(option.id, by)}
            onToggle={() => toggle(option)}
            onEdit={() => setStep({ kind: 'edit', option })}
            onRemove={() => setStep({ kind: 'remove', option })}
          />
        ))}
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="font-medium">
              {arrangeAllowed && options.length === 0 ? texts.arrangeEmpty : texts.arrange}
              {!arrangeAllowed && <span className="font-normal text-muted"> ({texts.off})</span>}
            </p>
            <p className="text-sm text-muted">{texts.arrangeText}</p>
          </div>
          {mayWrite && (
            <PressButton
              look="secondary"
              size="small"
              busy={action.isBusy}
              aria-label={toggleTexts(arrangeAllowed, texts.arrange).name}
              onPress={() => change(() => patch('/api/vendor/profile', { arrangeAllowed: !arrangeAllowed }))}
            >
              {toggleTexts(arrangeAllowed, texts.arrange).label}
            </PressButton>
          )}
        </li>
      </ul>
      {step === null && action.problem && (
        <Alert kind="danger" role="alert">
          {action.problem}
        </Alert>
      )}
      {mayWrite && (
        <PressButton look="secondary" onPress={() => setStep({ kind: 'add' })}>
          {texts.add}
        </PressButton>
      )}
      {(step?.kind === 'add' || step?.kind === 'edit') && (
        <DeliveryDialog
          option={step.kind === 'edit' ? step.option : null}
          {...{ countries, currency, locale, texts, action }}
          onSaved={() => router.refresh()}
          onClose={close}
        />
      )}
      {step?.kind === 'remove' && (
        <FormDialog
          title={fill(texts.removeTitle, { name: nameOf(step.option) }, locale)}
          submit={texts.remove}
          look="danger"
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          onSubmit={(_, shut) =>
            action.act(
              () => remove(`${DELIVERIES_PATH}/${step.option.id}`),
              () => {
                shut();
                router.refresh();
              },
            )
          }
          onClose={close}
        >
          <p>{texts.removeText}</p>
        </FormDialog>
      )}
    </div>
  );
}
