'use client';

import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { WishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { get, post, put, remove } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { noWishes, type WishState, WishStore } from '#lib/web/wishlist/wish-store.ts';

const PATH = '/api/account/wishlist';

const openStore = () =>
  new WishStore({
    storage: openStorage(),
    api: {
      read: () => get<WishlistView>(PATH),
      add: (id) => put<WishlistView>(`${PATH}/${id}`, {}),
      remove: (id) => remove<WishlistView>(`${PATH}/${id}`),
      merge: (ids) => post<WishlistView>(`${PATH}/merge`, { ids }),
    },
  });

const Wishes = createContext<WishStore | null>(null);

type WishlistProviderProps = {
  readonly userId: string | null;
  readonly texts: Pick<Texts<'wishlist'>, 'full' | 'failed' | 'away' | 'close'>;
  readonly children: ReactNode;
};

/** Provides the wishlist of this tab to every page, and merges a guest's list at sign-in. */
export function WishlistProvider({ userId, texts, children }: WishlistProviderProps) {
  const [store] = useState(openStore);

  useEffect(() => store.open(userId), [store, userId]);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => store.storageChanged(event.key);
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [store]);

  return (
    <Wishes value={store}>
      {children}
      <WishProblem store={store} texts={texts} />
    </Wishes>
  );
}

const nothing = () => noWishes;

function useStore(): WishStore {
  const store = use(Wishes);
  if (!store) throw new Error('useWishlist stands outside WishlistProvider');
  return store;
}

/** Returns the current wishlist and its store. The first component that shows the list makes it load. */
export function useWishlist(): { readonly list: WishState; readonly store: WishStore } {
  const store = useStore();
  return { list: useSyncExternalStore(store.subscribe, store.state, nothing), store };
}

/** Says why a change was not saved, at the edge of any page. */
function WishProblem({ store, texts }: { readonly store: WishStore } & Pick<WishlistProviderProps, 'texts'>) {
  const { problem } = useSyncExternalStore(store.watch, store.state, nothing);
  return (
    <div role="alert" className="contents">
      {problem && (
        <p className="fixed inset-x-2 bottom-2 z-40 flex items-center gap-2 rounded-md border border-danger bg-surface py-1 ps-4 shadow-lg sm:inset-x-auto sm:start-4 sm:max-w-md print:hidden">
          <span className="grow">{texts[problem]}</span>
          <button type="button" aria-label={texts.close} className={iconButtonClass} onClick={() => store.seen()}>
            <X aria-hidden />
          </button>
        </p>
      )}
    </div>
  );
}
