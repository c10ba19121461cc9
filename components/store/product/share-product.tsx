'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

type ShareProductProps = {
  readonly title: string;
  /** The path of the product in the language of the page. */
  readonly path: string;
  readonly texts: { readonly copied: string; readonly failed: string };
  /** The content of the button. */
  readonly children: ReactNode;
};

/** Shares the address of a product by the device, or copies it where the device offers no sharing. */
export function ShareProduct({ title, path, texts, children }: ShareProductProps) {
  const [said, setSaid] = useState('');

  const share = async () => {
    const url = new URL(path, window.location.href).href;
    try {
      if (canShare()) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setSaid(texts.copied);
    } catch (error) {
      // The reader closed the dialog of the device.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(texts.failed);
    }
  };
  return (
    <div className="needs-script flex flex-wrap items-center gap-3">
      <Button look="quiet" className="-ms-5" onClick={() => void share()}>
        {children}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {said}
      </p>
    </div>
  );
}

/** Whether the device offers sharing. Its type says that all do. */
const canShare = (): boolean => 'share' in navigator;
