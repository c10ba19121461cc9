import type { Route } from 'next';
import type { Tone } from '#components/ui/badge.tsx';
import type { DeliveryStatus } from '#lib/notifications/values.ts';

export const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'danger',
  not_sent: 'warning',
};

/** Returns a code value as readable words. */
export const plainWords = (code: string): string => code.replaceAll('_', ' ');

type Asked = Readonly<Partial<Record<'who' | 'channel' | 'status' | 'period' | 'cursor', string | undefined>>>;

/** Returns the address of the notifications page with these filters. */
export function notificationsHref(asked: Asked): Route {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return (given.length === 0 ? '/admin/notifications' : `/admin/notifications?${new URLSearchParams(given)}`) as Route;
}
