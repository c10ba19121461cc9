'use client';

import { useId } from 'react';
import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { AdminVendor } from '#lib/admin/schemas/vendor.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { patch } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { useVendorDialog } from './use-vendor-dialog.ts';

type ChangeButtonProps = {
  readonly vendor: Pick<AdminVendor, 'id' | 'name' | 'slug' | 'commissionBps' | 'version'>;
  readonly texts: ConsoleTexts<'vendors'>;
};

const BPS = 100;
/** At most two places after the point, because a rate has whole basis points. */
const PERCENT = /^\d{1,3}(?:[.,]\d{1,2})?$/;

/** Returns a typed percentage in basis points; null for the shop's own rate, undefined for anything else. */
const bpsOf = (text: string): number | null | undefined => {
  if (text === '') return null;
  const bps = PERCENT.test(text) ? Math.round(Number(text.replace(',', '.')) * BPS) : Number.NaN;
  return bps <= 100 * BPS ? bps : undefined;
};

/** Shows the button that changes the name, the address and the commission of a seller. */
export function ChangeButton({ vendor, texts }: ChangeButtonProps) {
  const id = useId();
  const common = useCommonTexts();
  const { isOpen, open, onClose, action, run } = useVendorDialog(texts);
  const check = (data: FormData) => ({
    ...(textIn(data, 'name').length < 2 && { name: texts.nameWrong }),
    ...(!/^[a-z0-9-]{1,80}$/.test(textIn(data, 'slug')) && { slug: texts.addressWrong }),
    ...(bpsOf(textIn(data, 'percent')) === undefined && { percent: texts.commissionWrong }),
  });
  const save = (data: FormData, close: () => void) => {
    const asked = {
      name: textIn(data, 'name'),
      slug: textIn(data, 'slug'),
      commissionBps: bpsOf(textIn(data, 'percent')) ?? null,
    };
    const changed = Object.entries(asked).filter(([name, value]) => vendor[name as keyof typeof asked] !== value);
    const body = { ...Object.fromEntries(changed), version: vendor.version };
    run(() => patch(`/api/admin/vendors/${vendor.id}`, body), close);
  };

  return (
    <>
      <PressButton onPress={open}>{texts.change}</PressButton>
      {isOpen && (
        <FormDialog
          title={texts.change}
          submit={texts.save}
          cancel={common.cancel}
          closeLabel={common.close}
          action={action}
          check={check}
          onSubmit={save}
          onClose={onClose}
        >
          {(problems) => (
            <>
              <TextField
                id={`${id}-name`}
                name="name"
                label={texts.name}
                defaultValue={vendor.name}
                error={problems.name}
                maxLength={120}
                required
              />
              <TextField
                id={`${id}-slug`}
                name="slug"
                label={texts.address}
                hint={texts.addressHint}
                defaultValue={vendor.slug}
                error={problems.slug}
                maxLength={80}
                spellCheck={false}
                autoComplete="off"
                required
              />
              <TextField
                id={`${id}-percent`}
                name="percent"
                label={texts.commissionPercent}
                hint={texts.commissionHint}
                defaultValue={vendor.commissionBps === null ? '' : String(vendor.commissionBps / BPS)}
                error={problems.percent}
                inputMode="decimal"
                autoComplete="off"
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
