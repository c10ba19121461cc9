'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PressButton } from '#components/ui/press-button.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { ImportDialog } from './import-dialog.tsx';

type ImportButtonProps = {
  readonly vendorId: string;
  /** The columns of the table. */
  readonly columns: readonly string[];
  readonly texts: SellerTexts<'csv'>;
};

/** Opens the dialog that imports products from a CSV file. */
export function ImportButton(props: ImportButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PressButton look="secondary" onPress={() => setOpen(true)}>
        {props.texts.importCsv}
      </PressButton>
      {isOpen && <ImportDialog {...props} onImported={() => router.refresh()} onClose={() => setOpen(false)} />}
    </>
  );
}
