import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import { asideText, effectText } from './effect-words.ts';

type EffectDialogProps = {
  readonly topic: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains what setting an effect aside means, and asks for a reason. */
export const EffectDialog = ({ topic, onConfirm, onClose }: EffectDialogProps) => (
  <ReasonDialog
    title={`Dismiss: ${effectText(topic)}`}
    button="Dismiss"
    look="danger"
    hint="Visible only in the audit log"
    isRequired
    onConfirm={onConfirm}
    onClose={onClose}
  >
    {asideText(topic)}
  </ReasonDialog>
);
