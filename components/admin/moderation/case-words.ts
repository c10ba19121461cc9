import type { Tone } from '#components/ui/badge.tsx';
import type { AppealState, CaseStatus, ReportedType } from '#lib/admin/moderation/values.ts';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

type Texts = ConsoleTexts<'moderation'>;

export const statusTones: Readonly<Record<CaseStatus, Tone>> = {
  open: 'warning',
  blocked: 'danger',
  dismissed: 'neutral',
  restored: 'success',
};

/** Returns the report reasons as text, the most frequent first: "spam 3, fraud". A code without a text stays as it is. */
export function reasonsText(reasons: ListedCase['reasons'], texts: Texts): string {
  const known: Readonly<Record<string, string>> = texts;
  return Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${known[`code_${code}`] ?? code}${count > 1 ? ` ${count}` : ''}`)
    .join(', ');
}

export const verdicts = ['block', 'dismiss', 'restore', 'uphold'] as const;
export type Verdict = (typeof verdicts)[number];

const verdictsByStatus: Readonly<Record<CaseStatus, readonly Verdict[]>> = {
  open: ['block', 'dismiss'],
  blocked: ['restore'],
  dismissed: ['block'],
  restored: ['block'],
};

type Decidable = Pick<ListedCase, 'status' | 'appealState'>;

const isAppealed = ({ status, appealState }: Decidable): boolean => status === 'blocked' && appealState === 'open';

/** Returns the state of the appeal today: a rejection holds only as long as the block. */
export const appealNow = ({ status, appealState }: Decidable): AppealState | 'reversed' =>
  appealState === 'upheld' && status !== 'blocked' ? 'reversed' : appealState;

/** Returns the possible decisions about a case. */
export const verdictsFor = (item: Decidable): readonly Verdict[] =>
  isAppealed(item) ? ['restore', 'uphold'] : verdictsByStatus[item.status];

/** A decision that hides something from its owner, or answers them, needs a reason. */
export const needsReason = (verdict: Verdict, about: readonly Decidable[]): boolean =>
  verdict === 'block' || verdict === 'uphold' || (verdict === 'restore' && about.every(isAppealed));

export type Words = { readonly button: string; readonly done: string; readonly note: string };

/** Returns the texts of a decision. If all cases have one type, the texts name the effect for that type. */
export function wordsFor(
  verdict: Verdict,
  about: readonly (Decidable & Pick<ListedCase, 'entityType'> & Partial<Pick<ListedCase, 'source'>>)[],
  texts: Texts,
): Words {
  if (verdict === 'uphold') return { button: texts.uphold, done: texts.upheldDone, note: texts.upholdNote };
  if (verdict === 'restore' && about.length > 0 && about.every(isAppealed))
    return { button: texts.grant, done: texts.grantDone, note: texts.grantNote };
  const kind = kindOf(about.map(({ entityType }) => entityType));
  if (verdict === 'dismiss') {
    const note = kind === 'review' ? texts.dismissNote_review : texts.dismissNote;
    // A rule holds the review back. There is no report to dismiss.
    return kind === 'review' && about.every(({ source }) => source === 'rule')
      ? { button: texts.publish_review, done: texts.publishDone_review, note }
      : { button: texts.dismiss, done: texts.dismissDone, note };
  }
  return verdict === 'block'
    ? { button: texts[`block_${kind}`], done: texts[`blockDone_${kind}`], note: texts[`blockNote_${kind}`] }
    : { button: texts[`restore_${kind}`], done: texts[`restoreDone_${kind}`], note: texts[`restoreNote_${kind}`] };
}

const ownWords = ['product', 'review', 'profile', 'vendor'] as const;

const kindOf = (types: readonly ReportedType[]): (typeof ownWords)[number] | 'content' =>
  ownWords.find((kind) => types.length > 0 && types.every((type) => type === kind)) ?? 'content';

/** Returns frequent reasons of a decision. The admin can edit each before sending. */
export function usualReasons(verdict: Verdict, isAnswer: boolean, texts: Texts): readonly string[] {
  if (verdict === 'block')
    return [texts.usual_spam, texts.usual_fraud, texts.usual_harassment, texts.usual_privacy, texts.usual_prohibited];
  if (verdict === 'uphold') return [texts.usual_broken, texts.usual_noNews];
  return isAnswer ? [texts.usual_wrong, texts.usual_mended] : [];
}

/** Returns a case as the name in a dialog or a list: the person or product by name, anything else by its kind. */
export const nameOf = ({ entityType, title, ownerName }: ListedCase, texts: Texts): string => {
  if (entityType === 'profile') return ownerName ?? texts.deletedUser;
  return entityType === 'product' ? title : texts[`type_${entityType}`];
};

/** Returns whom a case is about. */
export const ownerOf = ({ ownerId, ownerName }: Pick<ListedCase, 'ownerId' | 'ownerName'>, texts: Texts): string =>
  ownerId === null ? texts.nobody : ownerName || texts.deletedUser;

/** Returns the texts of refusals by their codes. */
export const problemsOf = (texts: Texts) => ({
  other: texts.problem_unknown,
  StaleVersion: texts.problem_StaleVersion,
  InvalidTransition: texts.problem_InvalidTransition,
  NoOpenAppeal: texts.problem_NoOpenAppeal,
  RankTooLow: texts.problem_RankTooLow,
  OwnCase: texts.problem_OwnCase,
  LastSuperadmin: texts.problem_LastSuperadmin,
  AccountRestricted: texts.problem_AccountRestricted,
});
