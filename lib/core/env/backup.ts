import { z } from 'zod';
import { wholeNumber } from './parsers.ts';

/** Where backups are stored, and how many of them. */
export const backupVariables = z.object({
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
});
