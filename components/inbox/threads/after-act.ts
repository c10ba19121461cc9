import { openStorage } from '#lib/web/browser-storage.ts';

const NAME = 'plaza.inbox-goes-on';

/** Whether the next thread opens by itself once this one is answered or resolved. Kept by the browser, for its person. */
export const goesOn = (): boolean => openStorage().getItem(NAME) === 'on';

export const setGoesOn = (on: boolean): void => openStorage().setItem(NAME, on ? 'on' : 'off');
