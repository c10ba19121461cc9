import type { Route } from 'next';
import type { Tone } from '#components/ui/badge.tsx';
import { queryHref } from '#components/ui/query-href.ts';
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
export const notificationsHref = (asked: Asked): Route => queryHref('/admin/notifications', asked);
