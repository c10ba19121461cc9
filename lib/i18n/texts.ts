import type en from './en.json';

/** Every message of the shop by namespace. The other languages must have the same keys as English. */
export type Messages = typeof en;
export type Namespace = keyof Messages;

/** The messages of a namespace for a client component: raw, to be filled by `fill`. */
export type Texts<N extends Namespace> = Messages[N];
