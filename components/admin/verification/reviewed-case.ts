import type { ProcedurePage } from '#lib/admin/verification/procedure-page.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { answerLabel } from './answer-words.ts';

/** What the buttons and dialogs need to know of a procedure. */
export type ReviewedCase = {
  readonly number: string;
  readonly version: number;
  readonly status: 'submitted' | 'under_review' | 'info_requested' | 'closed';
  readonly subjectType: 'user' | 'vendor';
  readonly subjectName: string;
  /** Who reviews it; null for nobody. */
  readonly reviewer: { readonly isSelf: boolean; readonly name: string } | null;
  /** The names of the answers that a question may be about, with their labels. */
  readonly askable: readonly { readonly name: string; readonly label: string }[];
};

/** Returns what the buttons and dialogs of a reviewer need to know of a procedure. */
export function reviewedCaseOf(
  { procedure, owner, askable }: ProcedurePage,
  readerId: string,
  texts: ConsoleTexts<'verification'>,
): ReviewedCase {
  const { procedureNumber, kind, version, status, subjectType, subjectName, claimedBy, claimedByName } = procedure;
  const isOpen = status === 'submitted' || status === 'under_review' || status === 'info_requested';
  return {
    number: procedureNumber,
    version,
    status: isOpen ? status : 'closed',
    subjectType,
    subjectName: subjectName || owner.name,
    reviewer: claimedBy === null ? null : { isSelf: claimedBy === readerId, name: claimedByName || texts.nameless },
    askable: askable.map((name) => ({ name, label: answerLabel(kind, name, texts) })),
  };
}
