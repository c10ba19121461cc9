type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the letter on the key in Latin, because shortcuts are the same on a Cyrillic keyboard, and the sign of the
 * slash key, which writes a dot or a comma there. Else the key itself.
 */
export function keyOf({ key, code, shiftKey }: Pick<Press, 'key' | 'code' | 'shiftKey'>): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/';
  const isLatin = key.length !== 1 || key.charCodeAt(0) < 128;
  return !isLatin && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/** Returns true for the shortcut that opens the palette. */
export const opensPalette = (press: Press): boolean =>
  (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey && keyOf(press).toLowerCase() === 'k';

/** Returns true when a key that is held presses again and must not: only moving along a list goes on. */
export const isHeldDown = (press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'repeat'>): boolean =>
  press.repeat && keyOf(press) !== 'j' && keyOf(press) !== 'k';
