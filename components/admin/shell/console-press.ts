type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the letter on the key in Latin, because shortcuts are the same on a Cyrillic keyboard. Else the key itself. */
export function keyOf({ key, code }: Pick<Press, 'key' | 'code'>): string {
  const isLatin = key.length !== 1 || key.charCodeAt(0) < 128;
  return !isLatin && code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/** Returns true for the shortcut that opens the palette. */
export const opensPalette = (press: Press & { readonly shiftKey: boolean }): boolean =>
  (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey && keyOf(press).toLowerCase() === 'k';
