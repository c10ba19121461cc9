'use client';

import { useRouter } from 'next/navigation';
import { refreshIfThere } from '#lib/web/refresh-if-there.ts';
import { useTunnel } from '#lib/web/use-tunnel.ts';

/** Reads the list anew when something in it has changed since it was made. */
export function NotificationWatch({ cursor }: { readonly cursor: string }) {
  const router = useRouter();
  useTunnel(
    'notifications:unread',
    (heard) => {
      if (heard.event === 'count') void refreshIfThere(router);
    },
    cursor,
  );
  return null;
}
