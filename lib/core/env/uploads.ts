import { z } from 'zod';
import { wholeNumber } from './parsers.ts';
import type { ServerEnv } from './server.ts';

const MIB = 1024 * 1024;

/** The limit of one uploaded file. */
export const uploadVariables = z.object({
  UPLOAD_MAX_BYTES: wholeNumber(1, 25 * MIB).optional(),
});

/** Vercel limits the body of a function to 4.5 MB. */
export const mostUploadBytes = ({
  UPLOAD_MAX_BYTES,
  VERCEL,
}: z.output<typeof uploadVariables> & Pick<ServerEnv, 'VERCEL'>): number =>
  UPLOAD_MAX_BYTES ?? (VERCEL === undefined ? 10 : 4) * MIB;
