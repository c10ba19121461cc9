'use client';

import { type ReactNode, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { EvidenceFile } from '#lib/admin/schemas/verification-views.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { timeText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { EvidenceViewer } from './evidence-viewer.tsx';

type EvidenceListProps = {
  readonly number: string;
  readonly files: readonly EvidenceFile[];
  readonly texts: ConsoleTexts<'verification'>;
  /** Shown in place of an empty list. */
  readonly empty: ReactNode;
};

/** Shows the files of a procedure. A file is requested only when it is opened, because each reading is on record. */
export function EvidenceList({ number, files, texts, empty }: EvidenceListProps) {
  const reader = useReader();
  const [shownId, setShown] = useState<string | null>(null);
  const shown = files.find(({ id, purgedAt }) => id === shownId && purgedAt === null);
  if (files.length === 0) return empty;

  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{texts[`file_${file.kind}`]}</span>
              <span className="block text-sm text-muted">
                {file.fileName} · {sizeText(file.sizeBytes, reader.locale)} ·{' '}
                <span suppressHydrationWarning>
                  {file.purgedAt === null
                    ? timeText(file.uploadedAt, reader)
                    : fill(texts.purged, { at: timeText(file.purgedAt, reader) }, reader.locale)}
                </span>
              </span>
            </span>
            {file.purgedAt === null && (
              <PressButton
                look="secondary"
                size="small"
                aria-expanded={file.id === shownId}
                aria-label={`${file.id === shownId ? texts.hide : texts.view}: ${texts[`file_${file.kind}`]}`}
                onPress={() => setShown(file.id === shownId ? null : file.id)}
              >
                {file.id === shownId ? texts.hide : texts.view}
              </PressButton>
            )}
          </li>
        ))}
      </ul>
      {shown && <EvidenceViewer key={shown.id} number={number} file={shown} texts={texts} />}
    </div>
  );
}
