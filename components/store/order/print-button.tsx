'use client';

import { Button } from '#components/ui/button.tsx';

/** Opens the browser's own way to print, or to keep as a file, what stands on the page. */
export function PrintButton({ text }: { readonly text: string }) {
  return <Button onClick={() => window.print()}>{text}</Button>;
}
