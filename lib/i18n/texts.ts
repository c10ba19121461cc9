import type en from './en.json';

/** Every message of the shop, by namespace. English is the measure: the others must have the same keys. */
export type Messages = typeof en;
export type Namespace = keyof Messages;

/** The messages of a namespace as a client component takes them: raw, to be filled in by `fill`. */
export type Texts<N extends Namespace> = Messages[N];
