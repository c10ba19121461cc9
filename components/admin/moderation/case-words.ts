import type { Tone } from '#components/ui/badge.tsx';
import type { CaseStatus, ReportCode, ReportedType } from '#lib/admin/moderation/values.ts';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';

export const typeWords: Readonly<Record<ReportedType, string>> = {
  product: 'Product',
  message: 'Message',
  attachment: 'File',
  profile: 'Profile',
  vendor: 'Seller',
};
/** The label of the owner of a reported item, by the item's type. */
export const ownerWords: Readonly<Record<ReportedType, string>> = {
  product: 'Seller',
  message: 'From',
  attachment: 'From',
  profile: 'Person',
  vendor: 'Owner',
};
export const statusWords: Readonly<Record<CaseStatus, string>> = {
  open: 'Waiting',
  blocked: 'Blocked',
  dismissed: 'Dismissed',
  restored: 'Restored',
};
export const statusTones: Readonly<Record<CaseStatus, Tone>> = {
  open: 'warning',
  blocked: 'danger',
  dismissed: 'neutral',
  restored: 'success',
};

const reasonWords: Readonly<Record<ReportCode, string>> = {
  spam: 'spam',
  scam: 'fraud',
  prohibited_item: 'prohibited item',
  harassment: 'harassment',
  hate: 'hate speech',
  sexual: 'sexual content',
  violence: 'violence',
  privacy: 'private information',
  copyright: 'copyright',
  other: 'other',
};
const isKnown = (code: string): code is ReportCode => Object.hasOwn(reasonWords, code);

/** Returns the report reasons as text, the most frequent first: "spam 3, fraud". */
export const reasonsText = (reasons: ListedCase['reasons']): string =>
  Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${isKnown(code) ? reasonWords[code] : code}${count > 1 ? ` ${count}` : ''}`)
    .join(', ');

export type Verdict = 'block' | 'dismiss' | 'restore';

/** The possible decisions for each case status. */
export const verdictsFor: Readonly<Record<CaseStatus, readonly Verdict[]>> = {
  open: ['block', 'dismiss'],
  blocked: ['restore'],
  dismissed: ['block'],
  restored: ['block'],
};

export const verdictWords: Readonly<
  Record<Verdict, { readonly button: string; readonly done: string; readonly note: string }>
> = {
  block: {
    button: 'Block',
    done: 'Blocked',
    note: 'It will be hidden from everyone, and its owner will be told why. You can restore it later.',
  },
  dismiss: {
    button: 'Dismiss',
    done: 'Dismissed',
    note: 'It stays visible. If it was hidden, it will be shown again. A new report reopens the case.',
  },
  restore: {
    button: 'Restore',
    done: 'Restored',
    note: 'It will be shown again exactly as it was, and its owner will be notified.',
  },
};

type Words = { readonly button: string; readonly done: string; readonly note: string };

const profileWords: Readonly<Record<Verdict, Words>> = {
  block: {
    button: 'Restrict',
    done: 'Restricted',
    note: 'They can sign in, read, pay and follow their orders, but cannot post anything others see. Their products will be hidden. They will be told why.',
  },
  dismiss: {
    ...verdictWords.dismiss,
    note: 'Nothing changes for them, and they will not be notified. A new report reopens the case.',
  },
  restore: {
    button: 'Lift',
    done: 'Lifted',
    note: 'They can write again, and their products will be listed again. They will be notified.',
  },
};
const vendorWords: Readonly<Record<Verdict, Words>> = {
  block: {
    button: 'Suspend',
    done: 'Suspended',
    note: 'Its products will be hidden and cannot be bought. Open orders continue. Its owner will be told why.',
  },
  dismiss: profileWords.dismiss,
  restore: { button: 'Lift', done: 'Lifted', note: 'Its products will be listed again. Its owner will be notified.' },
};

/** Returns the texts of a decision. If all cases have one type, the texts name the effect for that type. */
export function wordsFor(verdict: Verdict, types: readonly ReportedType[]): Words {
  if (types.every((type) => type === 'profile')) return profileWords[verdict];
  if (types.every((type) => type === 'vendor')) return vendorWords[verdict];
  return verdictWords[verdict];
}

/** Frequent reasons. The admin can edit each before sending. */
export const blockReasons = [
  'Spam or unwanted advertising',
  'Fraud or attempted fraud',
  'Harassment or hate speech',
  'Violates someone’s privacy',
  'Offers a prohibited item',
] as const;
