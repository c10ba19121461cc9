import type { Route } from 'next';
import type { Tone } from '#components/ui/badge.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import type { DeliveryStatus } from '#lib/notifications/values.ts';
import type { Template } from '#lib/notifications/write/texts.ts';

/** What the id of a call to many people begins with. */
const BULK_JOB = 'njb_';

export const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'danger',
  not_sent: 'warning',
};

/** Returns why something was sent or not in words. What a push service or a mail server said is shown as it is. */
export function whyText(texts: ConsoleTexts<'notifications'>, reason: string): string {
  const words: Readonly<Record<string, string>> = texts;
  return words[`why_${reason}`] ?? reason;
}

/** The words for every notification of the product, and for those that administrators write. */
type KindTexts = Readonly<Record<`about_${Underscored<Template> | 'api' | 'bulk'}`, string>>;
/** A dot in the key of a text would lead into a group of texts. */
type Underscored<Name extends string> = Name extends `${infer Room}.${infer Rest}` ? `${Room}_${Rest}` : Name;

/** Returns in words what a notification is about, by its template, or by its source where a person wrote it. */
export function aboutText(texts: ConsoleTexts<'notifications'>, about: string): string {
  const known: KindTexts = texts;
  const words: Readonly<Record<string, string>> = known;
  return words[`about_${about.startsWith(BULK_JOB) ? 'bulk' : about.replace('.', '_')}`] ?? about;
}

type Asked = Readonly<Partial<Record<'who' | 'channel' | 'status' | 'period' | 'cursor', string | undefined>>>;

/** Returns the address of the notifications page with these filters. */
export const notificationsHref = (asked: Asked): Route => queryHref('/admin/notifications', asked);
