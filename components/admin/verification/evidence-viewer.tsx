import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { EvidenceFile } from '#lib/admin/schemas/verification-views.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';

type EvidenceViewerProps = {
  readonly number: string;
  readonly file: EvidenceFile;
  readonly texts: ConsoleTexts<'verification'>;
};

/** The side of the square that an image has at each zoom. At first all of it is in view. */
const zooms = [
  'w-[min(100%,70vh)]',
  'w-[calc(min(100%,70vh)*1.5)]',
  'w-[calc(min(100%,70vh)*2)]',
  'w-[calc(min(100%,70vh)*3)]',
  'w-[calc(min(100%,70vh)*4)]',
] as const;
const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const;

/**
 * Shows one file of a procedure: an image that zooms and rotates, or a PDF in the viewer of the browser. A file that
 * does not open can be requested again.
 */
export function EvidenceViewer({ number, file, texts }: EvidenceViewerProps) {
  const { locale } = useReader();
  const { retry } = useCommonTexts();
  const [hasFailed, setFailed] = useState(false);
  const path = `/api/admin/verification/procedures/${number}/evidence/${file.id}`;
  const name = fill(texts.viewed, { name: texts[`file_${file.kind}`] }, locale);
  const shown = { path, name, texts, onFail: () => setFailed(true) };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={name} className="flex flex-col gap-3">
      {hasFailed ? (
        <Alert
          kind="danger"
          role="alert"
          action={
            <Button look="secondary" size="small" onClick={() => setFailed(false)}>
              {retry}
            </Button>
          }
        >
          {texts.fileFailed}
        </Alert>
      ) : file.mimeType === 'application/pdf' ? (
        <EvidencePdf {...shown} />
      ) : (
        <EvidenceImage {...shown} />
      )}
      {!hasFailed && (
        <p>
          <a href={path} target="_blank" rel="noreferrer" className={buttonClass({ look: 'secondary', size: 'small' })}>
            {texts.openFile}
          </a>
        </p>
      )}
    </div>
  );
}

type ShownProps = Pick<EvidenceViewerProps, 'texts'> & {
  readonly path: string;
  readonly name: string;
  readonly onFail: () => void;
};

function EvidencePdf({ path, name, onFail }: ShownProps) {
  // A refusal is JSON, which the frame would show as it is. The document of a file cannot be read: it is sandboxed.
  const look = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    if (currentTarget.contentDocument?.contentType === 'application/json') onFail();
  };
  // Chromium shows no PDF in a sandboxed frame. The response itself is sandboxed.
  return (
    <iframe src={path} title={name} onLoad={look} className="h-[75vh] w-full rounded-md border border-line bg-sunken" />
  );
}

function EvidenceImage({ path, name, texts, onFail }: ShownProps) {
  const [zoom, setZoom] = useState(0);
  const [turn, setTurn] = useState(0);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
          <ZoomIn aria-hidden className="size-4" />
          {texts.zoomIn}
        </Button>
        <Button look="secondary" size="small" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <ZoomOut aria-hidden className="size-4" />
          {texts.zoomOut}
        </Button>
        <Button look="secondary" size="small" onClick={() => setTurn((turn + 1) % turns.length)}>
          <RotateCw aria-hidden className="size-4" />
          {texts.rotate}
        </Button>
      </div>
      {/* Keyboards scroll only what can have the focus. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard.
        tabIndex={0}
        aria-label={name}
        className="max-h-[75vh] overflow-auto rounded-md border border-line bg-sunken"
      >
        {/* The box is square, so that a rotated image stays inside. */}
        <div className={classNames('mx-auto aspect-square', zooms[zoom])}>
          {/* biome-ignore lint/performance/noImgElement: each reading is on record, so nothing may request the file ahead. */}
          <img src={path} alt={name} onError={onFail} className={classNames('size-full object-contain', turns[turn])} />
        </div>
      </section>
    </>
  );
}
