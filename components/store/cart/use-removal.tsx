import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import { useCart } from './cart-provider.tsx';

type Removal = {
  readonly remove: (line: CartLine) => void;
  /** Says what was removed, with a button that puts it back. */
  readonly message: ReactNode;
};

/** Removes lines of the cart, and offers to put back the last one. */
export function useRemoval(titleOf: (id: string) => string, texts: Texts<'cart'>, locale: Locale): Removal {
  const { store } = useCart();
  const [removed, setRemoved] = useState<{ line: CartLine; title: string } | null>(null);
  const place = useRef<HTMLParagraphElement>(null);

  // The pressed button has disappeared, so the focus moves to the message about the removal.
  useEffect(() => {
    if (removed) place.current?.focus();
  }, [removed]);

  const remove = (line: CartLine) => {
    setRemoved({ line, title: titleOf(line.id) });
    store.setQty(line.id, 0);
  };
  const undo = () => {
    if (removed) store.setQty(removed.line.id, removed.line.qty);
    setRemoved(null);
  };

  return {
    remove,
    message: (
      <p ref={place} tabIndex={-1} role="status" className="flex items-center gap-3 outline-none empty:sr-only">
        {removed && (
          <>
            {fill(texts.removed, { title: removed.title }, locale)}
            <button type="button" onClick={undo} className="min-h-9 font-medium underline underline-offset-4">
              {texts.undo}
            </button>
          </>
        )}
      </p>
    ),
  };
}
