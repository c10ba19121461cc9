'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProfile } from '#lib/store/schemas/vendor-profile.ts';
import { ApiProblem, post, remove } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

const PATH = '/api/vendor/payout-account';

type PayoutCardProps = { readonly payout: VendorProfile['payout']; readonly texts: SellerTexts<'settings'> };

/** Shows the account of the payouts by its end, and asks for a change, which an administrator confirms. */
export function PayoutCard({ payout, texts }: PayoutCardProps) {
  const { reader, errorText } = useSeller();
  const router = useRouter();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState('');
  const action = useAction(errorText);
  const { last4, pendingLast4 } = payout;

  const send = (data: FormData, close: () => void) => {
    setRefused('');
    action.act(
      () =>
        post(PATH, { iban: textIn(data, 'iban'), accountHolder: textIn(data, 'accountHolder') }).catch(
          (error: unknown) => {
            if (error instanceof ApiProblem && Object.hasOwn(error.details, 'iban')) setRefused(texts.bad_iban);
            throw error;
          },
        ),
      () => {
        close();
        router.refresh();
      },
    );
  };

  return (
    <div className="flex max-w-3xl flex-col items-start gap-4">
      <p>{last4 ? fill(texts.payoutNow, { last4 }, reader.locale) : texts.payoutNone}</p>
      {pendingLast4 && (
        <Alert
          kind="warning"
          action={
            <PressButton
              size="small"
              look="secondary"
              busy={action.isBusy}
              onPress={() =>
                action.act(
                  () => remove(PATH),
                  () => router.refresh(),
                )
              }
            >
              {texts.withdrawPayout}
            </PressButton>
          }
        >
          {fill(texts.payoutPending, { last4: pendingLast4 }, reader.locale)}
        </Alert>
      )}
      {!isOpen && action.problem && (
        <Alert kind="danger" role="alert">
          {action.problem}
        </Alert>
      )}
      <PressButton look="secondary" onPress={() => setOpen(true)}>
        {texts.changePayout}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.changePayout}
          submit={texts.send}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data): Readonly<Record<string, string>> => ({
            ...(textIn(data, 'accountHolder').length < 2 && { accountHolder: texts.bad_accountHolder }),
            ...(textIn(data, 'iban').length < 15 && { iban: texts.bad_iban }),
          })}
          onSubmit={send}
          onClose={() => {
            setOpen(false);
            setRefused('');
            action.forget();
          }}
        >
          {(problems) => (
            <>
              <p>{texts.changePayoutText}</p>
              <TextField
                id={`${id}-holder`}
                name="accountHolder"
                label={texts.accountHolder}
                error={problems.accountHolder}
                maxLength={120}
                autoComplete="off"
                required
              />
              <TextField
                id={`${id}-iban`}
                name="iban"
                label={texts.iban}
                error={problems.iban ?? (refused || undefined)}
                maxLength={42}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
            </>
          )}
        </FormDialog>
      )}
    </div>
  );
}
