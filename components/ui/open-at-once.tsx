'use client';

import { useEffect } from 'react';
import type { DialogHandle } from './dialog.tsx';

/** Opens the dialog beside it as soon as both are drawn: for a dialog that is loaded when it is first wanted. */
export function OpenAtOnce({ handle }: { readonly handle: DialogHandle }) {
  useEffect(() => handle.current?.showModal(), [handle]);
  return null;
}
