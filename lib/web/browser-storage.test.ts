import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';

const refuse = () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
};

describe('openStorage', () => {
  it('remembers for the life of the page where the browser forbids storage', () => {
    const storage = openStorage(refuse);

    storage.setItem('platform_cart', '[]');

    expect(storage.getItem('platform_cart')).toBe('[]');
    storage.removeItem('platform_cart');
    expect(storage.getItem('platform_cart')).toBeNull();
  });

  it('prefers what it could not store to what the browser still has of an earlier time', () => {
    const storage = openStorage(() => ({ getItem: () => 'old', setItem: refuse, removeItem: refuse }));

    storage.setItem('platform_cart', 'new');

    expect(storage.getItem('platform_cart')).toBe('new');
  });
});
