'use client';

import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { CartView } from '#lib/store/schemas/cart.ts';
import { get, post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { type CartState, CartStore, emptyCart } from '#lib/web/cart/cart-store.ts';

const openStore = () =>
  new CartStore({
    storage: openStorage(),
    api: {
      read: () => get<CartView>('/api/store/cart'),
      save: (items, options) => post<CartView>('/api/store/cart', { items }, options),
    },
    now: () => new Date(),
    later(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

const Cart = createContext<CartStore | null>(null);

/** Provides the cart of this tab to every page and reloads the cart when the user signs in or out. */
export function CartProvider({ userId, children }: { readonly userId: string | null; readonly children: ReactNode }) {
  const [store] = useState(openStore);

  useEffect(() => {
    void store.open(userId);
  }, [store, userId]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => store.storageChanged(event.key);
    const leave = () => store.leave();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);

  return <Cart value={store}>{children}</Cart>;
}

const nothing = () => emptyCart;

/** Returns the current cart and its store. */
export function useCart(): { readonly cart: CartState; readonly store: CartStore } {
  const store = use(Cart);
  if (!store) throw new Error('useCart stands outside CartProvider');
  return { cart: useSyncExternalStore(store.subscribe, store.state, nothing), store };
}
