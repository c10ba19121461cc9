import { MAX_ATTACHMENTS } from '#lib/messaging/limits.ts';
import type { UploadedFile } from '#lib/messaging/schemas/attachment.ts';

/** The most uploads at once. More would only slow each other down. */
const AT_ONCE = 2;

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed';
export type UploadItem = {
  /** The id in this list. The server's id is `uploaded.id`. */
  readonly id: string;
  readonly file: File;
  readonly state: UploadState;
  /** From 0 to 1. */
  readonly progress: number;
  /** The response of the server. */
  readonly uploaded: UploadedFile | null;
  /** Why it failed: the API's refusal, or `TooLarge` before any try. */
  readonly problem: unknown;
};

/** A file larger than the server accepts is not sent at all. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

type Send = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<UploadedFile>;

type Options = {
  readonly send: Send;
  readonly maxBytes: number;
  readonly newId: () => string;
  readonly onChange: (items: readonly UploadItem[]) => void;
};

/** The files of a message being written: each is uploading, uploaded or failed with a reason. */
export class UploadQueue {
  #items: readonly UploadItem[] = [];
  readonly #running = new Map<string, AbortController>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  get items(): readonly UploadItem[] {
    return this.#items;
  }

  /** Adds as many files as a message may have, in order. Returns how many were left out. */
  add(files: readonly File[]): number {
    const taken = files.slice(0, Math.max(0, MAX_ATTACHMENTS - this.#items.length));
    const added = taken.map((file): UploadItem => {
      const isTooLarge = file.size > this.#options.maxBytes;
      return {
        id: this.#options.newId(),
        file,
        state: isTooLarge ? 'failed' : 'waiting',
        progress: 0,
        uploaded: null,
        problem: isTooLarge ? new TooLarge() : null,
      };
    });
    this.#set([...this.#items, ...added]);
    this.#next();
    return files.length - taken.length;
  }

  /** Removes a file and aborts its upload. */
  remove(id: string): void {
    this.#set(this.#items.filter((item) => item.id !== id));
    this.#running.get(id)?.abort();
    this.#next();
  }

  /** Retries a failed upload. */
  retry(id: string): void {
    const failed = this.#items.find((item) => item.id === id && item.state === 'failed');
    if (!failed || failed.problem instanceof TooLarge) return;
    this.#patch(id, { state: 'waiting', progress: 0, problem: null });
    this.#next();
  }

  /** Removes all files: their message was sent or discarded. */
  clear(): void {
    this.#set([]);
    for (const running of this.#running.values()) running.abort();
  }

  #next(): void {
    const waiting = this.#items.filter(({ state }) => state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, AT_ONCE - this.#running.size))) void this.#run(item);
  }

  async #run({ id, file }: UploadItem): Promise<void> {
    const running = new AbortController();
    this.#running.set(id, running);
    this.#patch(id, { state: 'sending' });
    try {
      const onProgress = (progress: number) => this.#patch(id, { progress });
      const uploaded = await this.#options.send(file, { onProgress, signal: running.signal });
      this.#patch(id, { state: 'done', progress: 1, uploaded });
    } catch (problem) {
      this.#patch(id, { state: 'failed', problem });
    } finally {
      this.#running.delete(id);
      this.#next();
    }
  }

  /** A file removed meanwhile stays removed. */
  #patch(id: string, patch: Partial<UploadItem>): void {
    if (!this.#items.some((item) => item.id === id)) return;
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...patch } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    this.#options.onChange(items);
  }
}

/** Returns the uploaded files of a message, in the order they were added. */
export const uploadedOf = (items: readonly UploadItem[]): readonly UploadedFile[] =>
  items.flatMap(({ uploaded }) => uploaded ?? []);

/** Returns whether sending has to wait. */
export const isUploading = (items: readonly UploadItem[]): boolean =>
  items.some(({ state }) => state === 'waiting' || state === 'sending');
