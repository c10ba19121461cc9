import { z } from 'zod';
import { isLoopback, type ServerEnv } from './server.ts';

/** How a model is named by who serves it. */
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,119}$/;

export const modelVariables = z.object({
  AI_PROVIDER: z.enum(['embedded', 'openai-compatible']).default('embedded'),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_MODEL: z.string().regex(MODEL_NAME, 'must be the name of a model').optional(),
  AI_API_KEY: z.string().min(1).max(500).optional(),
});

/**
 * Why an address may not be asked for a model, or null: it must be https and hold nothing but a place, so that no secret
 * of it can be read from the settings. Outside production a server on this machine may be asked over http.
 */
export function modelUrlProblem(text: string, { NODE_ENV }: Pick<ServerEnv, 'NODE_ENV'>): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return 'must be an address such as https://models.example/v1';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'must hold no password, query or fragment';
  const isLocal = NODE_ENV !== 'production' && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? null : 'must be https';
}

type ModelEnv = z.output<typeof modelVariables> & Pick<ServerEnv, 'NODE_ENV'>;

/** Returns why the model of the environment must not be asked, or null. */
export function modelProblem(env: ModelEnv): string | null {
  const problem = env.AI_BASE_URL === undefined ? null : modelUrlProblem(env.AI_BASE_URL, env);
  return problem === null ? null : `AI_BASE_URL ${problem}`;
}
