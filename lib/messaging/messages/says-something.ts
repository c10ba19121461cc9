import { invalid } from '#lib/core/errors.ts';
import type { Message, MessageAttachment } from '#lib/messaging/schemas/message.ts';

type Said = Pick<Message, 'type' | 'content'>;

/** A text has words or files, a picture pictures, a file files; a rich message speaks by what it carries. */
export function assertSaysSomething({ type, content }: Said, attachments: readonly MessageAttachment[]): void {
  const hasFiles = attachments.length > 0;
  if (type === 'text' && !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(content) && !hasFiles)
    throw invalid('The message says nothing', { content: 'is empty' });
  if ((type === 'image' || type === 'file') && !hasFiles)
    throw invalid('The message carries nothing', { attachments: 'must hold a file' });
  if (type === 'image' && attachments.some(({ kind }) => kind !== 'image'))
    throw invalid('The message carries more than pictures', { attachments: 'must hold pictures only' });
}
