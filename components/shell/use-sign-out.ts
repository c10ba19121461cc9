import { useRouter } from 'next/navigation';
import { useSending } from '#components/messages/send/send-context.ts';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { forgetCheckoutKey } from '#lib/web/cart/checkout-key.ts';
import { forgetHold } from '#lib/web/cart/hold.ts';
import { forgetTexts } from '#lib/web/kept-text.ts';
import { forgetWritten } from '#lib/web/messages/forget-written.ts';
import { useTunnelDoor } from '#lib/web/tunnel/use-tunnel.ts';

/** Ends the session here, or everywhere, and takes the cart, its hold, its checkout and the tunnel of all tabs with it. */
export function useSignOut() {
  const router = useRouter();
  const { store } = useCart();
  const tunnel = useTunnelDoor();
  const sending = useSending();

  return async (everywhere = false): Promise<void> => {
    await store.settled();
    // Whoever uses this browser next must not read what is meant for the one who leaves.
    const { forgetPush } = await import('#lib/web/notifications/push.ts');
    await forgetPush().catch(() => undefined);
    // Before the server ends it: no tab is to wonder why its line was cut.
    tunnel.signOut();
    await post('/api/auth/sign-out', { everywhere }).catch((error: unknown) => {
      tunnel.wake();
      throw error;
    });
    store.forget();
    const session = openStorage(() => window.sessionStorage);
    forgetHold(session);
    forgetCheckoutKey(session);
    forgetTexts(session);
    sending?.forget();
    forgetWritten();
    router.push('/');
    router.refresh();
  };
}
