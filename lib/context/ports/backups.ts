/** A backup that is whole: its folder, when it was begun and how much is in it. */
export type Backup = {
  readonly path: string;
  readonly createdAt: string;
  /** Files beside the database. */
  readonly files: number;
  readonly sizeBytes: number;
};

export type BackupMade = Backup & {
  /** Files that no earlier backup had. */
  readonly copied: number;
  /** Folders of backups that are older than is kept and could not be removed. */
  readonly left: readonly string[];
};

/** The port of unattended backups. */
export interface Backups {
  /**
   * Begins a backup, or joins the one this process is making, and waits for at most so long. Null while it goes on. What
   * goes wrong is thrown as ServiceUnavailable with a sentence for operators.
   */
  make(waitMs: number): Promise<BackupMade | null>;
  /** The newest backup that is whole; null when there is none. */
  last(): Promise<Backup | null>;
}
