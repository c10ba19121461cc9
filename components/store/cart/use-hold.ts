'use client';

import { useCallback, useEffect, useState } from 'react';
import type { HeldCart } from '#lib/store/schemas/stock.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { covers, type Hold, keepHold, readHold } from '#lib/web/cart/hold.ts';
import { useCart } from './cart-provider.tsx';

const session = () => openStorage(() => window.sessionStorage);

/**
 * The hold on this cart, if this tab has one on all of it, and the way to make or renew it. A refusal is thrown as it
 * came.
 */
export function useHold() {
  const { cart } = useCart();
  const [hold, setHold] = useState<Hold | null>(null);
  useEffect(() => setHold(readHold(session())), []);

  const renew = useCallback(async () => {
    const held = await post<HeldCart>('/api/store/cart/hold');
    setHold(keepHold(session(), held, new Date()));
  }, []);

  return { hold: hold && covers(hold, cart.lines) ? hold : null, renew };
}
