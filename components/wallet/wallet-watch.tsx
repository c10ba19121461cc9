'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';
import { get } from '#lib/web/api/api-client.ts';
import { havePaymentsMoved } from './payments-moved.ts';

const EVERY_MS = 2_000;

/** Polls pending payments while the page is visible, and refreshes the page when one has changed. */
export function WalletWatch({ seen }: { readonly seen: readonly WalletPayment[] }) {
  const router = useRouter();
  const look = useEffectEvent(async (stop: AbortController) => {
    if (document.hidden) return;
    const now = await get<{ payments: WalletPayment[] }>('/api/account/wallet/payments', stop).catch(() => null);
    if (now && havePaymentsMoved(seen, now.payments)) router.refresh();
  });

  useEffect(() => {
    const stop = new AbortController();
    const timer = setInterval(() => void look(stop), EVERY_MS);
    document.addEventListener('visibilitychange', () => void look(stop), stop);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);
  return null;
}
