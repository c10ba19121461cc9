import type { EffectRetryBar } from '#lib/admin/processes/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

type Texts = ConsoleTexts<'processes'>;

/** Returns the reason why an effect cannot be retried. */
export function barText(texts: Texts, bar: EffectRetryBar, topic: string): string {
  if (bar === 'too_old') return texts.bar_too_old;
  return topic === 'crm.sent-copy' ? texts.bar_copy : texts.bar_emptied;
}

/** Returns the explanation of what setting an effect aside means. */
export const asideText = (texts: Texts, topic: string): string =>
  topic === 'payments.refund' ? texts.asideRefund : texts.aside;
