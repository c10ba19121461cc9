import { ReasonForm } from '#components/admin/reason-form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { asideText, effectText } from './effect-words.ts';

type EffectDialogProps = {
  readonly topic: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains what setting an effect aside means, and asks for a reason. */
export const EffectDialog = ({ topic, onConfirm, onClose }: EffectDialogProps) => (
  <OpenDialog title={`Dismiss: ${effectText(topic)}`} closeLabel="Close" onClose={onClose}>
    {(close) => (
      <ReasonForm
        button="Dismiss"
        look="danger"
        hint="Visible only in the audit log"
        isRequired
        onConfirm={onConfirm}
        close={close}
      >
        {asideText(topic)}
      </ReasonForm>
    )}
  </OpenDialog>
);
