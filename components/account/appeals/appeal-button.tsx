'use client';

import { useId, useState } from 'react';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import { APPEAL_MAX } from '#lib/admin/limits.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type AppealButtonProps = {
  readonly entityId: string;
  readonly locale: Locale;
  readonly texts: Texts<'appeals'>;
  readonly problems: Texts<'appealProblems'>;
};

/** Shows the button that opens the form of an appeal. */
export function AppealButton({ entityId, locale, texts, problems }: AppealButtonProps) {
  const id = useId();
  const [length, setLength] = useState(0);
  const { isOpen, open, onClose, action, run } = useStepDialog((error) => problemText(error, problems));

  const check = (data: FormData): Readonly<Record<string, string>> =>
    textIn(data, 'text') === '' ? { text: texts.missing } : {};
  const appeal = (data: FormData, close: () => void) =>
    run(() => post('/api/moderation/appeals', { entityId, text: textIn(data, 'text') }), close);

  return (
    <>
      <PressButton className="self-start" onPress={open}>
        {texts.appeal}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.appealTitle}
          submit={texts.send}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={check}
          onSubmit={appeal}
          onClose={onClose}
        >
          {(errors) => (
            <>
              <p>{texts.appealText}</p>
              <TextAreaField
                id={id}
                name="text"
                label={texts.why}
                hint={fill(texts.left, { count: APPEAL_MAX - length }, locale)}
                error={errors.text}
                rows={6}
                maxLength={APPEAL_MAX}
                onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
