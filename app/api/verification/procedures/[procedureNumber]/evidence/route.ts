import { z } from 'zod';
import { procedureParams } from '#lib/admin/schemas/verification-input.ts';
import { evidenceAdded } from '#lib/admin/schemas/verification-views.ts';
import { addEvidence } from '#lib/admin/verification/evidence.ts';
import { loadOwnProcedure } from '#lib/admin/verification/own-procedures.ts';
import { allEvidenceKinds } from '#lib/admin/verification/values.ts';
import { defineRoute, formFiles } from '#lib/api/define-route.ts';

/** The largest possible file plus the overhead of the form. */
const MAX_BYTES = 25 * 1024 * 1024 + 64 * 1024;

export const POST = defineRoute({
  summary: 'Add a file to an own verification procedure; responds with 200 and the existing one for the same bytes',
  auth: 'session',
  rateLimit: 'verification-evidence',
  params: procedureParams,
  load: ({ ctx, params }) => loadOwnProcedure(ctx, params.procedureNumber),
  bodyAs: 'form',
  maxBytes: MAX_BYTES,
  body: z.strictObject({ kind: z.enum(allEvidenceKinds), file: formFiles.length(1) }),
  status: 201,
  response: evidenceAdded,
  handler: async ({ ctx, params, body: { kind, file }, reply }) => {
    const [given] = file;
    if (!given) throw new Error('the schema has let a form without a file pass');
    const { created, evidence } = await addEvidence(ctx, params.procedureNumber, { kind, file: given });
    return created ? { evidence } : Response.json(evidenceAdded.parse({ evidence }), { headers: reply });
  },
});
