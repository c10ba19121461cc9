import { useLinkStatus } from 'next/link';
import { createPortal } from 'react-dom';

/** The `id` of the `main` element of every page, also the target of the skip link. */
const CONTENT = 'content';

/**
 * Shows a thin line at the top of the window while the page behind this link loads. Marks the page as busy meanwhile.
 * The line is rendered in the body, because the link may be in a closed menu.
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
