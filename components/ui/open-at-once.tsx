import { useEffect } from 'react';
import type { DialogHandle } from './dialog.tsx';

/** Opens the dialog beside it as soon as both are mounted. Used for a dialog whose code is loaded on first use. */
export function OpenAtOnce({ handle }: { readonly handle: DialogHandle }) {
  useEffect(() => handle.current?.showModal(), [handle]);
  return null;
}
