import { refusalOf, unreachable } from './api-client.ts';

export type SendingForm = {
  /** From 0 to 1, during the upload. */
  readonly onProgress: (share: number) => void;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/**
 * Posts a form with files to our own API and reports the progress, which `fetch` cannot. Rejects with the API's
 * refusal, or with the reason of the signal when it is aborted.
 */
export function sendForm<T>(
  path: string,
  form: FormData,
  { onProgress, headers = {}, signal }: SendingForm,
): Promise<T> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () => {
      const answer = answerOf(request);
      if (request.status >= 200 && request.status < 300 && answer !== null) resolve(answer as T);
      else reject(refusalOf(request.status, answer));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) return reject(signal.reason);
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
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
