'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';

type CopyButtonProps = { readonly text: string; readonly label: string; readonly done: string };

/** Copies a text. Without access to the clipboard the text beside it can still be selected. */
export function CopyButton({ text, label, done }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button look="secondary" size="small" onClick={() => void copy()} className="self-start print:hidden">
      {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      <span role="status">{isCopied ? done : label}</span>
    </Button>
  );
}
