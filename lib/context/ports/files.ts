/**
 * The port of file storage. A key is our own (`mail/eml_…/raw`, no dots, no user text) and never comes from a user's
 * file name. Writing the same key again replaces the whole file: a reader gets the old or the new one.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the whole file, or null when there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /**
   * Opens the file as a stream, so that no large file is held in memory. Returns null when there is none. With a
   * part, it streams only the bytes from one to another, both included and both in the file. `sizeBytes` is the
   * length of the stream.
   */
  open(
    key: string,
    part?: FilePart,
  ): Promise<{ readonly sizeBytes: number; readonly bytes: ReadableStream<Uint8Array> } | null>;
  /** Removes files. A missing file is no error. */
  remove(keys: readonly string[]): Promise<void>;
}

/** Bytes from one to another, counted from 0, both included. */
export type FilePart = { readonly from: number; readonly to: number };

/** The pattern of every key: parts of letters, digits, `_` and `-`, at most eight of them. */
export const FILE_KEY = /^[A-Za-z0-9_-]{1,128}(?:\/[A-Za-z0-9_-]{1,128}){0,7}$/;
