import { File as FileIcon, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Bar } from '#components/ui/bar.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { TooLarge, type UploadItem } from '#lib/web/messages/upload-queue.ts';

type UploadChipProps = { readonly item: UploadItem; readonly onRemove: () => void; readonly onRetry: () => void };

const iconButton =
  'flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text [&>svg]:size-5';

/** Shows one upload: a preview, its progress, or the reason for its failure. */
export function UploadChip({ item, onRemove, onRetry }: UploadChipProps) {
  const { locale, uploadMaxBytes, ...words } = useMessageTexts();
  const texts = words.messageFiles;
  const { file, state, progress, problem } = item;
  const named = (text: string) => fill(text, { name: file.name }, locale);
  const isFailed = state === 'failed';
  const isTooLarge = problem instanceof TooLarge;
  const why = isTooLarge
    ? fill(texts.tooLarge, { size: sizeText(uploadMaxBytes, locale) }, locale)
    : problemText(problem, words.messageProblems);

  return (
    <li
      className={classNames(
        'flex w-full max-w-72 min-w-0 items-center gap-2 rounded-md border bg-surface ps-2',
        isFailed ? 'border-danger' : 'border-line',
      )}
    >
      <Preview file={file} />
      <span className="flex min-w-0 grow flex-col py-1.5">
        <span className="truncate text-sm font-medium" title={file.name}>
          {file.name}
        </span>
        {isFailed ? (
          <span role="alert" className="text-sm text-danger">
            {why}
          </span>
        ) : (
          <span className="text-sm text-muted tabular-nums">{sizeText(file.size, locale)}</span>
        )}
        {(state === 'waiting' || state === 'sending') && (
          <Bar value={progress} max={1} label={named(texts.progressOf)} className="mt-1 h-1" />
        )}
      </span>
      <span className="flex shrink-0">
        {isFailed && !isTooLarge && (
          <button type="button" onClick={onRetry} aria-label={named(texts.retryOf)} className={iconButton}>
            <RotateCw aria-hidden />
          </button>
        )}
        <button type="button" onClick={onRemove} aria-label={named(texts.removeOf)} className={iconButton}>
          <X aria-hidden />
        </button>
      </span>
    </li>
  );
}

/** Shows a preview of an image file, or an icon for any other file. The name of the file stands beside the preview. */
function Preview({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  if (url === null) return <FileIcon aria-hidden className="size-10 shrink-0 p-2 text-muted" />;
  return (
    // biome-ignore lint/performance/noImgElement: the picture is a local blob.
    <img src={url} alt="" onError={() => setUrl(null)} className="size-10 shrink-0 rounded-sm bg-sunken object-cover" />
  );
}
