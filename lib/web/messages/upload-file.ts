import type { UploadedFile } from '#lib/messaging/schemas/attachment.ts';
import { refusalOf } from '#lib/web/api/api-client.ts';
import { type SendingForm, sendForm } from '#lib/web/api/send-form.ts';

type Sending = Required<Pick<SendingForm, 'onProgress' | 'signal'>> & { readonly conversationId: string };

/** Uploads one file for a message and reports the progress. */
export async function uploadFile(file: File, { conversationId, ...sending }: Sending): Promise<UploadedFile> {
  const form = new FormData();
  form.append('conversationId', conversationId);
  form.append('file', file);
  const answer = await sendForm<{ attachments: UploadedFile[] }>('/api/conversations/upload', form, sending);
  const [uploaded] = answer.attachments;
  if (!uploaded) throw refusalOf(200, answer);
  return uploaded;
}
