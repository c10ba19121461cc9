'use client';

import { useState } from 'react';
import { Fact, Facts } from '#components/admin/facts.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { PayoutAccountAnswer } from '#lib/admin/schemas/vendor.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { get } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { problemsOf } from './use-vendor-dialog.ts';

type AccountReaderProps = { readonly vendorId: string; readonly texts: ConsoleTexts<'vendors'> };

/** Shows a bank account in full once it is asked for, because each reading is on record. */
export function AccountReader({ vendorId, texts }: AccountReaderProps) {
  const [account, setAccount] = useState<PayoutAccountAnswer | null>(null);
  const action = useAction((error) => problemText(error, problemsOf(texts)));
  const read = () =>
    action.act(async () => setAccount(await get<PayoutAccountAnswer>(`/api/admin/vendors/${vendorId}/payout-account`)));

  if (account)
    return (
      <Facts>
        <Fact name={texts.iban}>
          <span translate="no" className="break-all">
            {account.iban ?? texts.empty}
          </span>
        </Fact>
        <Fact name={texts.holder}>{account.accountHolder ?? texts.empty}</Fact>
        {account.pending && (
          <>
            <Fact name={texts.askedIban}>
              <span translate="no" className="break-all">
                {account.pending.iban}
              </span>
            </Fact>
            <Fact name={texts.askedHolder}>{account.pending.accountHolder}</Fact>
          </>
        )}
      </Facts>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <PressButton look="secondary" onPress={read}>
        {texts.readAccount}
      </PressButton>
      <p className="text-sm text-muted">{texts.readNote}</p>
      {action.problem && <Alert kind="danger">{action.problem}</Alert>}
    </div>
  );
}
