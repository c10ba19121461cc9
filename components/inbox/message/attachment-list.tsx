import { Paperclip } from 'lucide-react';
import type { EmailAttachment } from '#lib/crm/schemas/message.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type AttachmentListProps = { readonly messageId: string; readonly attachments: readonly EmailAttachment[] };

/** Lists the attachments of a mail as downloads. No file is opened in the page. */
export async function AttachmentList({ messageId, attachments }: AttachmentListProps) {
  const files = attachments.filter(({ inline, cid }) => !(inline && cid !== null));
  if (files.length === 0) return null;
  const { t, locale } = await consoleTexts('mail');
  return (
    <ul aria-label={t('attachments')} className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          {file.stored ? (
            <a
              href={`/api/admin/email/messages/${messageId}/attachments/${file.id}`}
              download={nameOf(file)}
              className={`${look} hover:border-text`}
            >
              <FileText file={file} size={sizeText(file.sizeBytes, locale)} />
            </a>
          ) : (
            <span className={`${look} text-muted`}>
              <FileText file={file} size={sizeText(file.sizeBytes, locale)} />
              <span>{t('notStored')}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const look =
  'flex min-h-9 max-w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-3 py-1 text-sm';
const nameOf = ({ filename, contentType }: EmailAttachment): string => filename || contentType;

const FileText = ({ file, size }: { readonly file: EmailAttachment; readonly size: string }) => (
  <>
    <Paperclip aria-hidden className="size-4 shrink-0" />
    <span dir="auto" className="min-w-0 truncate">
      {nameOf(file)}
    </span>
    <span className="shrink-0 text-muted tabular-nums">{size}</span>
  </>
);
