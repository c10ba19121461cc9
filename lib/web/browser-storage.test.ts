import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';

const refuse = () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
};

describe('openStorage', () => {
  it('keeps values in memory when the browser forbids storage', () => {
    const storage = openStorage(refuse);

    storage.setItem('platform_cart', '[]');

    expect(storage.getItem('platform_cart')).toBe('[]');
    storage.removeItem('platform_cart');
    expect(storage.getItem('platform_cart')).toBeNull();
  });

  it('prefers a value that could not be stored over the older stored value', () => {
    const storage = openStorage(() => ({ getItem: () => 'old', setItem: refuse, removeItem: refuse }));

    storage.setItem('platform_cart', 'new');

    expect(storage.getItem('platform_cart')).toBe('new');
  });
});
