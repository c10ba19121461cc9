/** An event of this name on the document opens the palette. */
export const OPEN_PALETTE = 'plaza:palette';

export const openPalette = (): void => void document.dispatchEvent(new Event(OPEN_PALETTE));
