import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { MAX_IMPORT_PROBLEMS } from '#lib/store/limits.ts';

/** The vendor of an export or an import, which administrators alone name. */
export const vendorQuery = z.object({ vendorId: idText.optional() });

const importProblem = z.object({
  /** As a spreadsheet counts: the head is row 1. */
  row: z.int(),
  /** The column, or empty where the problem is the product itself. */
  field: z.string(),
  /** The reason for programs: `Invalid` for a wrong cell, otherwise the code of the refusal. */
  code: z.string().default('Invalid'),
  message: z.string(),
});
export type ImportProblem = z.infer<typeof importProblem>;

export const importResult = z.object({
  dryRun: z.boolean(),
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  problems: z.array(importProblem).max(MAX_IMPORT_PROBLEMS),
});
export type ImportResult = z.infer<typeof importResult>;
