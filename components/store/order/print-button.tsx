'use client';

import { Button } from '#components/ui/button.tsx';

/** Shows a button that opens the browser's print dialog, which can also save the page as a file. */
export function PrintButton({ text }: { readonly text: string }) {
  return <Button onClick={() => window.print()}>{text}</Button>;
}
