import type { CartStorage } from './cart/guest-cart.ts';

/**
 * Returns the browser's storage where it is allowed, else a memory that lives as long as the page. In a private
 * window or with a full disk every access throws, and the shop must still work.
 */
export function openStorage(find: () => CartStorage = () => window.localStorage): CartStorage {
  const memory = new Map<string, string>();
  const tried = <T>(work: (storage: CartStorage) => T, otherwise: () => T): T => {
    try {
      return work(find());
    } catch {
      return otherwise();
    }
  };
  return {
    getItem: (key) =>
      memory.get(key) ??
      tried(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem(key, value) {
      memory.delete(key);
      tried(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      );
    },
    removeItem(key) {
      memory.delete(key);
      tried(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}
