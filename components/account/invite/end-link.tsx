import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

type EndLinkProps = {
  readonly end: () => Promise<unknown>;
  /** How many links the user can still make, ever. */
  readonly left: number;
  readonly locale: Locale;
  readonly texts: Texts<'invite'>;
};

/** Shows the button that turns off the user's link, after a dialog that says how many links are left. */
export function EndLink({ end, left, locale, texts }: EndLinkProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog(() => texts.failed);
  return (
    <>
      <PressButton look="secondary" size="small" onPress={open}>
        {texts.end}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.endTitle}
          submit={texts.end}
          look="danger"
          cancel={texts.keep}
          closeLabel={texts.close}
          action={action}
          onSubmit={(_, close) => run(end, close)}
          onClose={onClose}
        >
          <p>{fill(texts.endText, { left }, locale)}</p>
        </FormDialog>
      )}
    </>
  );
}
