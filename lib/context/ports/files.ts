/**
 * The port of file storage. A key is our own (`mail/eml_…/raw`, no dots, no user text) and is never taken from a name a
 * person gave. Writing the same key again replaces the file whole; a reader sees the old one or the new one.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole file; null when there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /**
   * The file in pieces, so that no large one is held in memory; null when there is none. With a part, only the bytes from
   * one to another, both included and both in the file; `sizeBytes` is what comes.
   */
  open(
    key: string,
    part?: FilePart,
  ): Promise<{ readonly sizeBytes: number; readonly bytes: ReadableStream<Uint8Array> } | null>;
  /** Takes files away; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
}

/** Bytes from one to another, counted from 0, both included. */
export type FilePart = { readonly from: number; readonly to: number };

/** Every key looks like this: parts of letters, digits, `_` and `-`, at most eight of them. */
export const FILE_KEY = /^[A-Za-z0-9_-]{1,128}(?:\/[A-Za-z0-9_-]{1,128}){0,7}$/;
