const NAME = 'plaza.inbox-keys';

/** Single keys can be switched off: who speaks to their computer would set them off by talking (WCAG 2.1.4). */
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
    // A private window remembers nothing; the keys stay as they are.
  }
}
