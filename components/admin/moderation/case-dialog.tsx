import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { nameOf, needsReason, usualReasons, type Verdict, wordsFor } from './case-words.ts';

type CaseDialogProps = {
  readonly verdict: Verdict;
  readonly about: readonly ListedCase[];
  readonly texts: ConsoleTexts<'moderation'>;
  readonly locale: string;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that explains a decision and asks for the reason. The owner reads the reason of a block. */
export function CaseDialog({ verdict, about, texts, locale, onConfirm, onClose }: CaseDialogProps) {
  const { button, note } = wordsFor(verdict, about, texts);
  const isRequired = needsReason(verdict, about);
  const isAnswer = isRequired && verdict !== 'block';
  const [first, ...others] = about;
  const what = first && others.length === 0 ? nameOf(first, texts) : fill(texts.cases, { count: about.length }, locale);
  return (
    <ReasonDialog
      title={fill(texts.dialog, { verdict: button, what }, locale)}
      button={button}
      look={verdict === 'block' ? 'danger' : 'primary'}
      hint={verdict === 'dismiss' ? texts.hintAudit : texts.hintOwner}
      isRequired={isRequired}
      usual={usualReasons(verdict, isAnswer, texts)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {note}
      {isAnswer && about.some(({ isOwnDecision }) => isOwnDecision) && ` ${texts.ownDecision}`}
    </ReasonDialog>
  );
}
