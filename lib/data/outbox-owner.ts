import { newId } from '#lib/core/ids.ts';

/** The owner of an effect that no drainer has promised: the first one to look performs it. */
export const ANYBODY = 'anybody';

type Process = { readonly id: string; drainers: number };

// A process holds several copies of this module, and its drainer must know the effects that each of them promised: the
// owner hangs on globalThis.
const key = Symbol.for('plaza.outbox-owner');
const shared = globalThis as { [key]?: Process };
shared[key] ??= { id: newId('run'), drainers: 0 };
const here = shared[key];

/** Returns the owner of an effect that is promised now: this process while a drainer runs in it, otherwise anybody. */
export const rowOwner = (): string => (here.drainers > 0 ? here.id : ANYBODY);

/** Returns the owners whose effects this process performs as soon as they are due. */
export const ownOwners = (): readonly string[] => [here.id, ANYBODY];

/** Notes that a drainer runs in this process; the returned function notes its end, once. */
export function noteDrainer(): () => void {
  let isRunning = true;
  here.drainers += 1;
  return () => {
    if (isRunning) here.drainers -= 1;
    isRunning = false;
  };
}
