import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from 'ai';
import type { Model, ModelAnswer, ModelFailure, ModelRequest, ModelUsage } from '#lib/context/ports/model.ts';
import type { ModelPurpose } from '#lib/context/ports/values.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

export type ModelSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly models: Readonly<Record<ModelPurpose, string>>;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  /** The `fetch` for the model's address. It is the guarded client unless the address is this machine. */
  readonly fetch: typeof globalThis.fetch;
};

/** Whether another attempt may succeed, by kind of failure. */
const retried: Readonly<Record<ModelFailure, boolean>> = {
  BadOutput: true,
  Timeout: true,
  RateLimited: true,
  Unavailable: true,
  Refused: false,
};

/**
 * Opens a model at an OpenAI-compatible address. Each call makes one request, without automatic retries, and always
 * ends. The usage is reported even when the answer is useless. The model's output is never logged.
 */
export function openCompatibleModel(settings: ModelSettings): Model {
  // The SDK prints warnings to the console unless this is set.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    fetch: settings.fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return modelOver((purpose) => provider(settings.models[purpose]), settings);
}

/**
 * Implements the port on a model object of the SDK. A model name is not accepted, because the SDK would resolve it at
 * its own service.
 */
export function modelOver(
  modelOf: (purpose: ModelPurpose) => Exclude<LanguageModel, string>,
  settings: Pick<ModelSettings, 'models' | 'maxOutputTokens' | 'timeoutMs'>,
): Model {
  return {
    provider: 'openai-compatible',
    nameOf: (purpose) => settings.models[purpose],
    complete: async <T>(ask: ModelRequest, schema: Parameters<Model['complete']>[1]): Promise<ModelAnswer<T>> => {
      assertOutsideTransaction('the model');
      try {
        const result = await generateText({
          model: modelOf(ask.purpose),
          instructions: ask.instructions,
          prompt: ask.data,
          output: Output.object({ schema }),
          maxOutputTokens: settings.maxOutputTokens,
          maxRetries: 0,
          timeout: settings.timeoutMs,
          abortSignal: ask.signal,
        });
        return answerOf<T>(result, schema);
      } catch (error) {
        return failedBy(error);
      }
    },
  };
}

type Generated = { readonly output: unknown; readonly usage: Counted };
type Counted = {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens: number | undefined } | undefined;
};

/**
 * Reads the output of a finished call. Reading throws when the output does not match the schema, but the usage is known
 * by then.
 */
function answerOf<T>(result: Generated, schema: Parameters<Model['complete']>[1]): ModelAnswer<T> {
  const usage = usageOf(result.usage);
  try {
    const parsed = schema.safeParse(result.output);
    if (parsed.success) return { ok: true, value: parsed.data as T, usage };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error) && !isNamed(error, 'AI_NoOutputGeneratedError')) throw error;
  }
  return { ok: false, failure: 'BadOutput', retry: true, usage };
}

const whole = (count: number | undefined): number => Math.max(0, Math.round(count ?? 0));
const usageOf = ({ inputTokens, outputTokens, inputTokenDetails }: Counted): ModelUsage => ({
  inputTokens: whole(inputTokens),
  cachedInputTokens: Math.min(whole(inputTokens), whole(inputTokenDetails?.cacheReadTokens)),
  outputTokens: whole(outputTokens),
});

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

function failedBy(error: unknown): ModelAnswer<never> {
  const usage = NoObjectGeneratedError.isInstance(error) && error.usage ? usageOf(error.usage) : null;
  const failure = failureOf(error);
  return { ok: false, failure, retry: retried[failure], usage };
}

function failureOf(error: unknown): ModelFailure {
  if (NoObjectGeneratedError.isInstance(error) || isNamed(error, 'AI_NoOutputGeneratedError')) return 'BadOutput';
  if (isNamed(error, 'TimeoutError') || isNamed(error, 'AbortError')) return 'Timeout';
  if (!APICallError.isInstance(error)) return 'Unavailable';
  if (isNamed(error.cause, 'TimeoutError') || isNamed(error.cause, 'AbortError')) return 'Timeout';
  const { statusCode: status } = error;
  if (status === 429) return 'RateLimited';
  if (status === 408) return 'Timeout';
  return status !== undefined && status >= 400 && status < 500 ? 'Refused' : 'Unavailable';
}
