import type { Model } from '#lib/context/ports/model.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import type { Env } from '#lib/core/env/env.ts';
import { allowsPrivateModel } from '#lib/core/env/model.ts';
import { dayOf } from '#lib/core/time.ts';
import { budgetState } from '#lib/settings/model/budget.ts';
import { type AiAccess, aiAccess, isModelConfigured } from '#lib/settings/settings.ts';
import { openModelFetch } from '#services/http/model-fetch.ts';

type Built = { readonly version: number; readonly model: Model };

/**
 * Returns the model of the current settings. The model is rebuilt when the version of the settings changes. Null when
 * no model is configured or the daily budget is spent.
 */
export function openModels(ctx: Pick<Runtime, 'env' | 'data' | 'now' | 'keys' | 'log'>): () => Promise<Model | null> {
  let built: Built | null = null;

  return async () => {
    const access = await aiAccess(ctx);
    if (!isModelConfigured(access)) return null;
    const { exhausted } = await budgetState(ctx.data, access.settings, dayOf(ctx.now()));
    if (exhausted) return null;
    if (built?.version !== access.version) built = await build(access, ctx.env);
    return built?.model ?? null;
  };
}

async function build({ settings, apiKey, version }: AiAccess, env: Env): Promise<Built | null> {
  const { baseUrl, models, maxOutputTokens, timeoutMs } = settings;
  if (baseUrl === null || models === null || apiKey === null) return null;
  const { openCompatibleModel } = await import('#services/llm/openai-compatible.ts');
  const fetch = openModelFetch({ ownNetwork: allowsPrivateModel(env) }, timeoutMs);
  return { version, model: openCompatibleModel({ baseUrl, apiKey, models, maxOutputTokens, timeoutMs, fetch }) };
}
