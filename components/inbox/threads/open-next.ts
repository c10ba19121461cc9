import { openStorage } from '#lib/web/browser-storage.ts';

const NAME = 'plaza.inbox-goes-on';

/**
 * Returns true when the next thread should open after this one is answered or resolved. The setting is stored in the
 * browser.
 */
export const opensNext = (): boolean => openStorage().getItem(NAME) === 'on';

export const setOpensNext = (on: boolean): void => openStorage().setItem(NAME, on ? 'on' : 'off');
