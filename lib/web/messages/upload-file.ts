import type { UploadedFile } from '#lib/messaging/schemas/attachment.ts';
import { refusalOf, unreachable } from '#lib/web/api/api-client.ts';

type Sending = {
  readonly conversationId: string;
  /** From 0 to 1, during the upload. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads one file for a message and reports the progress, which `fetch` cannot. Rejects with the API's refusal, or
 * with the reason of the signal when it is aborted.
 */
export function uploadFile(file: File, { conversationId, onProgress, signal }: Sending): Promise<UploadedFile> {
  const form = new FormData();
  form.append('conversationId', conversationId);
  form.append('file', file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () => {
      const answer = answerOf(request);
      const [uploaded] = request.status === 201 ? (answer as { attachments: UploadedFile[] }).attachments : [];
      if (uploaded) resolve(uploaded);
      else reject(refusalOf(request.status, answer));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(signal.reason);
    request.open('POST', '/api/conversations/upload');
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
    return undefined;
  });
}

function answerOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return null;
  }
}
