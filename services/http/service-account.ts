import { z } from 'zod';
import { EnvProblem } from '#lib/core/env/env.ts';

const account = z.object({
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  project_id: z.string().min(1).optional(),
});
export type ServiceAccount = {
  readonly clientEmail: string;
  readonly privateKey: string;
  /** The account's project, if the account names one. */
  readonly projectId?: string;
};

/** Reads the service account from the environment, where it is the base64 of its JSON. */
export function readServiceAccount(encoded: string): ServiceAccount {
  try {
    const { client_email, private_key, project_id } = account.parse(
      JSON.parse(Buffer.from(encoded, 'base64').toString()),
    );
    return { clientEmail: client_email, privateKey: private_key, ...(project_id && { projectId: project_id }) };
  } catch {
    // No cause, because the text of a parse error would contain a part of the key.
    throw new EnvProblem('FIREBASE_SERVICE_ACCOUNT: the value must be a service account in base64');
  }
}
