import { useRouter } from 'next/navigation';
import { useSending } from '#components/messages/send/send-context.ts';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { clearCheckoutKey } from '#lib/web/cart/checkout-key.ts';
import { clearHold } from '#lib/web/cart/hold.ts';
import { forgetRecent } from '#lib/web/catalog/recent-products.ts';
import { forgetWritten } from '#lib/web/messages/forget-written.ts';
import { clearApplicationDraft } from '#lib/web/seller/application-draft.ts';
import { useTunnelDoor } from '#lib/web/tunnel/use-tunnel.ts';
import { clearUnsavedTexts } from '#lib/web/unsaved-text.ts';

/**
 * Returns a function that ends this session or all sessions. It also removes the cart, its hold, the checkout key,
 * unsent texts, the recently viewed products and the tunnel of all tabs.
 */
export function useSignOut() {
  const router = useRouter();
  const { store } = useCart();
  const tunnel = useTunnelDoor();
  const sending = useSending();

  return async (everywhere = false): Promise<void> => {
    await store.settled();
    // The next user of this browser must not receive the pushes of the user who signs out.
    const { removePush } = await import('#lib/web/notifications/push.ts');
    await removePush().catch(() => undefined);
    // The tunnel signs out before the server ends the session, so that every tab knows why its connection closes.
    tunnel.signOut();
    await post('/api/auth/sign-out', { everywhere }).catch((error: unknown) => {
      tunnel.wake();
      throw error;
    });
    store.forget();
    const session = openStorage(() => window.sessionStorage);
    clearHold(session);
    clearCheckoutKey(session);
    clearUnsavedTexts(session);
    clearApplicationDraft(openStorage());
    forgetRecent(openStorage());
    sending?.forget();
    forgetWritten();
    router.push('/');
    router.refresh();
  };
}
