'use client';

import { useLinkStatus } from 'next/link';
import { createPortal } from 'react-dom';

/** The `id` of every page's `main`, which the skip link leads to as well. */
const CONTENT = 'content';

/**
 * A thin line along the top of the window while the page behind this link is on its way, and a page that says it is
 * busy. It stands in the body, because the link may be in a menu that has closed.
 */
export function LinkProgress() {
  const { pending } = useLinkStatus();
  return pending ? createPortal(<span ref={busy} aria-hidden className="link-progress" />, document.body) : null;
}

function busy() {
  const content = document.getElementById(CONTENT);
  content?.setAttribute('aria-busy', 'true');
  return () => content?.removeAttribute('aria-busy');
}
