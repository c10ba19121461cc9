import { procedureParams } from '#lib/admin/schemas/verification-input.ts';
import { findEvidence, openEvidence } from '#lib/admin/verification/read-evidence.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { fileAnswer } from '#lib/api/file-answer.ts';
import { idText } from '#lib/core/ids.ts';

export const GET = defineRoute({
  summary: 'Get a file of a verification procedure; each reading is recorded in the audit log',
  auth: 'admin',
  params: procedureParams.extend({ id: idText }),
  load: ({ ctx, params }) => findEvidence(ctx, params.procedureNumber, params.id),
  handler: async ({ ctx, params, loaded }) => {
    const answer = await fileAnswer(openEvidence(ctx, params.procedureNumber, loaded), 'whole');
    // A browser that kept the file, or asked for parts of it, would read it again unrecorded.
    answer.headers.set('cache-control', 'private, no-store');
    answer.headers.delete('accept-ranges');
    return answer;
  },
});
