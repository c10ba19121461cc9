import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import type { ReportedType } from '#lib/admin/moderation/values.ts';
import { blockReasons, type Verdict, wordsFor } from './case-words.ts';

type CaseDialogProps = {
  readonly verdict: Verdict;
  /** The name of the cases to decide, e.g. "Message (text)" or "3 cases". */
  readonly what: string;
  readonly types: readonly ReportedType[];
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains a decision and asks for the reason. The owner reads the reason of a block. */
export function CaseDialog({ verdict, what, types, onConfirm, onClose }: CaseDialogProps) {
  const { button, note } = wordsFor(verdict, types);
  const isBlock = verdict === 'block';
  const readers = types.every((type) => type === 'profile') ? 'Visible to the user' : 'Visible to the owner';
  return (
    <ReasonDialog
      title={`${button}: ${what}`}
      button={button}
      look={isBlock ? 'danger' : 'primary'}
      hint={verdict === 'dismiss' ? 'Visible only in the audit log' : readers}
      isRequired={isBlock}
      usual={isBlock ? blockReasons : []}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {note}
    </ReasonDialog>
  );
}
