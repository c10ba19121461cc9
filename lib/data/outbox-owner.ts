import { newId } from '#lib/core/ids.ts';

/**
 * The owner of an effect that was promised in a process without a drainer. The first drainer that finds the effect
 * performs it.
 */
export const ANY_PROCESS = 'anybody';

type Process = { readonly id: string; drainers: number };

// A process loads several copies of this module, and its drainer must know the effects that each copy promised. So the
// owner hangs on globalThis.
const key = Symbol.for('plaza.outbox-owner');
const shared = globalThis as { [key]?: Process };
shared[key] ??= { id: newId('run'), drainers: 0 };
const here = shared[key];

/** Returns the owner for a new effect: this process while a drainer runs in it, otherwise ANY_PROCESS. */
export const rowOwner = (): string => (here.drainers > 0 ? here.id : ANY_PROCESS);

/** Returns the owner of the effects that were promised while a drainer ran in this process. */
export const thisOwner = (): string => here.id;

/** Returns the owners whose effects this process performs as soon as they are due. */
export const ownOwners = (): readonly string[] => [here.id, ANY_PROCESS];

/**
 * Records that a drainer runs in this process. The returned function records the drainer's end; a second call has no
 * effect.
 */
export function noteDrainer(): () => void {
  let isRunning = true;
  here.drainers += 1;
  return () => {
    if (isRunning) here.drainers -= 1;
    isRunning = false;
  };
}
