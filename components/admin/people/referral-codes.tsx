'use client';

import { Badge } from '#components/ui/badge.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { usePersonDialog } from './use-person-dialog.ts';

type ReferralCodesProps = {
  readonly codes: readonly { readonly code: string; readonly isLive: boolean; readonly times: string }[];
  readonly locale: Locale;
  readonly texts: ConsoleTexts<'people'>;
};

/** Shows the referral codes of a person, the live one with the button that disables it. */
export function ReferralCodes({ codes, locale, texts }: ReferralCodesProps) {
  const live = codes.find(({ isLive }) => isLive);
  const { isOpen, open, onClose, action, run } = usePersonDialog(texts);
  if (codes.length === 0) return null;
  return (
    <section aria-labelledby="referral-codes" className="flex flex-col items-start gap-3">
      <h2 id="referral-codes" className="text-lg">
        {texts.referralCodes}
      </h2>
      <ul className="flex flex-col gap-2">
        {codes.map(({ code, isLive, times }) => (
          <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <code translate="no">{code}</code>
            <Badge tone={isLive ? 'success' : 'neutral'}>{isLive ? texts.codeLive : texts.codeDisabled}</Badge>
            <span className="text-sm text-muted">{times}</span>
          </li>
        ))}
      </ul>
      {live && (
        <PressButton look="danger" size="small" onPress={open}>
          {fill(texts.disableCode, { code: live.code }, locale)}
        </PressButton>
      )}
      {isOpen && live && (
        <FormDialog
          title={fill(texts.disableCode, { code: live.code }, locale)}
          submit={texts.disable}
          look="danger"
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data) => (textIn(data, 'reason') === '' ? { reason: texts.reasonMissing } : {})}
          onSubmit={(data, close) =>
            run(() => post(`/api/admin/referrals/${live.code}/disable`, { reason: textIn(data, 'reason') }), close)
          }
          onClose={onClose}
        >
          {(problems) => (
            <>
              <p>{texts.disableText}</p>
              <TextAreaField
                id="disable-reason"
                name="reason"
                label={texts.reason}
                hint={texts.disableHint}
                error={problems.reason}
                maxLength={500}
                required
              />
            </>
          )}
        </FormDialog>
      )}
    </section>
  );
}
