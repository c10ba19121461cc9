/** A complete backup: its folder, its start and its size. */
export type Backup = {
  readonly path: string;
  readonly createdAt: string;
  /** Files besides the database. */
  readonly files: number;
  readonly sizeBytes: number;
};

export type BackupMade = Backup & {
  /** Files that no earlier backup had. */
  readonly copied: number;
  /** Folders of expired backups that could not be removed. */
  readonly left: readonly string[];
};

/** The port of unattended backups. */
export interface Backups {
  /**
   * Starts a backup, or joins the running one of this process, and waits at most this long. Returns null while it is
   * running. A failure is thrown as ServiceUnavailable with a message for operators.
   */
  make(waitMs: number): Promise<BackupMade | null>;
  /** Returns the newest complete backup, or null when there is none. */
  last(): Promise<Backup | null>;
}
