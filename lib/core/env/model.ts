import { z } from 'zod';
import { hostKind } from '#lib/core/outside-address.ts';
import { flag } from './parsers.ts';
import type { ServerEnv } from './server.ts';

/** The name of a model, as its provider spells it. */
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,119}$/;

export const modelVariables = z.object({
  AI_PROVIDER: z.enum(['embedded', 'openai-compatible']).default('embedded'),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_MODEL: z.string().regex(MODEL_NAME, 'must be the name of a model').optional(),
  AI_API_KEY: z.string().min(1).max(500).optional(),
  AI_ALLOW_PRIVATE: flag.optional(),
});

type ModelPlace = Pick<ServerEnv, 'NODE_ENV'> & Pick<z.output<typeof modelVariables>, 'AI_ALLOW_PRIVATE'>;

/** Returns whether the model may run on this machine or in its own network. Defaults to true outside production. */
export const allowsPrivateModel = ({ AI_ALLOW_PRIVATE, NODE_ENV }: ModelPlace): boolean =>
  AI_ALLOW_PRIVATE ?? NODE_ENV !== 'production';

/**
 * Returns why an address must not be used for a model, or null. It must be https and contain only host, port and
 * path, so that the settings show no secret of it. A host of this machine or its network needs AI_ALLOW_PRIVATE and
 * may use http. The guarded client rejects a public name that resolves to such a host at each call.
 */
export function modelUrlProblem(text: string, env: ModelPlace): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return 'must be an address such as https://models.example/v1';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'must not contain a password, query or fragment';
  const kind = hostKind(url.hostname);
  if (kind === 'special' || (kind === 'own' && !allowsPrivateModel(env)))
    return 'must be a public address; set AI_ALLOW_PRIVATE=true to allow this machine and its private network';
  return url.protocol === 'https:' || kind === 'own' ? null : 'must be https';
}

type ModelEnv = z.output<typeof modelVariables> & Pick<ServerEnv, 'NODE_ENV'>;

/** Returns why the model of the environment must not be used, or null. */
export function modelProblem(env: ModelEnv): string | null {
  const problem = env.AI_BASE_URL === undefined ? null : modelUrlProblem(env.AI_BASE_URL, env);
  return problem === null ? null : `AI_BASE_URL ${problem}`;
}
