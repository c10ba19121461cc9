import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { MAX_ATTACHMENTS } from '#lib/messaging/limits.ts';
import { UploadChip } from './upload-chip.tsx';
import type { Uploads } from './use-uploads.ts';

type UploadTrayProps = { readonly uploads: Pick<Uploads, 'items' | 'leftOut' | 'remove' | 'retry'> };

/** Shows the files of the next message above the text box. Empty without files. */
export function UploadTray({ uploads: { items, leftOut, remove, retry } }: UploadTrayProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageFiles;
  const isOn = items.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const failed = items.filter(({ state }) => state === 'failed').length;

  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {items.length > 0 && (
        <ul aria-label={texts.tray} className="flex flex-wrap gap-2">
          {items.map((item) => (
            <UploadChip key={item.id} item={item} onRemove={() => remove(item.id)} onRetry={() => retry(item.id)} />
          ))}
        </ul>
      )}
      {leftOut > 0 && (
        <p role="alert" className="text-sm font-medium text-danger">
          {fill(texts.leftOut, { count: leftOut, most: MAX_ATTACHMENTS }, locale)}
        </p>
      )}
      <p role="status" className={failed > 0 && isOn === 0 ? 'text-sm font-medium text-danger' : 'sr-only'}>
        {items.length > 0 &&
          isOn === 0 &&
          fill(failed > 0 ? texts.someFailed : texts.allThere, { count: failed || items.length }, locale)}
      </p>
    </div>
  );
}
