const NAME = 'plaza.inbox-keys';

/**
 * Returns true when single-key shortcuts are on. They can be turned off, because speech input could trigger them (WCAG
 * 2.1.4).
 */
export function keysAreOn(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    window.localStorage.setItem(NAME, on ? 'on' : 'off');
  } catch {
    // A private window may reject the write. The setting then stays unchanged.
  }
}
