import { invalid } from '#lib/core/errors.ts';
import type { Message, MessageAttachment } from '#lib/messaging/schemas/message.ts';

type Said = Pick<Message, 'type' | 'content'>;

/**
 * Throws for an empty message: a text needs words or files, an image message images, a file message a file. Rich
 * messages carry their content in the metadata.
 */
export function assertNotEmpty({ type, content }: Said, attachments: readonly MessageAttachment[]): void {
  const hasFiles = attachments.length > 0;
  if (type === 'text' && !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(content) && !hasFiles)
    throw invalid('The message is empty', { content: 'must not be empty' });
  if ((type === 'image' || type === 'file') && !hasFiles)
    throw invalid('The message has no file', { attachments: 'must contain a file' });
  if (type === 'image' && attachments.some(({ kind }) => kind !== 'image'))
    throw invalid('The message has files that are not pictures', { attachments: 'must contain only pictures' });
}
