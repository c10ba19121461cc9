import { useCallback, useEffect, useState } from 'react';
import type { HeldCart } from '#lib/store/schemas/stock.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { covers, type Hold, readHold, storeHold } from '#lib/web/cart/hold.ts';
import { useCart } from './cart-provider.tsx';

const session = () => openStorage(() => window.sessionStorage);

/**
 * Returns this tab's hold on the whole cart, or null, and a function to place or renew it. The function throws the API
 * error of a rejection unchanged.
 */
export function useHold() {
  const { cart } = useCart();
  const [hold, setHold] = useState<Hold | null>(null);
  useEffect(() => setHold(readHold(session())), []);

  const renew = useCallback(async () => {
    const held = await post<HeldCart>('/api/store/cart/hold');
    setHold(storeHold(session(), held, new Date()));
  }, []);

  return { hold: hold && covers(hold, cart.lines) ? hold : null, renew };
}
