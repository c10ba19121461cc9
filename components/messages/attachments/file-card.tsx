import { FileAudio, FileText, FileVideo, File as PlainFile } from 'lucide-react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';

const icons = { image: PlainFile, file: PlainFile, audio: FileAudio, video: FileVideo } as const;
const PDF = 'application/pdf';

type FileCardProps = { readonly file: MessageAttachment };

/** Shows a file by its name and size. A PDF opens in a new tab; other files are downloaded. */
export function FileCard({ file: { url, name, size, kind, mimeType } }: FileCardProps) {
  const { locale, ...words } = useMessageTexts();
  const isPdf = mimeType === PDF;
  const Icon = isPdf ? FileText : icons[kind];
  const way = isPdf ? { target: '_blank', rel: 'noopener noreferrer' } : { download: name };

  return (
    <a
      href={url}
      {...way}
      className="flex min-h-13 w-full max-w-80 min-w-0 items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-text hover:border-text"
    >
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-sm text-muted tabular-nums">
          {sizeText(size, locale)}
          {isPdf && `, ${words.messageFiles.newTab}`}
        </span>
      </span>
    </a>
  );
}
