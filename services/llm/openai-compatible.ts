import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from 'ai';
import type { Ask, Model, ModelAnswer, ModelFailure, ModelUsage } from '#lib/context/ports/model.ts';
import type { ModelPurpose } from '#lib/context/ports/values.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

export type ModelSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly models: Readonly<Record<ModelPurpose, string>>;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  /** Reaches the address; the guarded client where it is not this machine. */
  readonly fetch: typeof globalThis.fetch;
};

/** Which failures of the other end another try may mend, by their kind. */
const retried: Readonly<Record<ModelFailure, boolean>> = {
  BadOutput: true,
  Timeout: true,
  RateLimited: true,
  Unavailable: true,
  Refused: false,
};

/**
 * A model behind an address that speaks like OpenAI's. It is asked once and never by itself again; every call has an end;
 * what it costs is told also when its answer is of no use. What it says is never logged.
 */
export function openCompatibleModel(settings: ModelSettings): Model {
  // The SDK prints its warnings to the console unless told not to.
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

/** The port over a model object of the SDK. Never a name: the SDK would look that up at a service of its own. */
export function modelOver(
  modelOf: (purpose: ModelPurpose) => Exclude<LanguageModel, string>,
  settings: Pick<ModelSettings, 'models' | 'maxOutputTokens' | 'timeoutMs'>,
): Model {
  return {
    provider: 'openai-compatible',
    nameOf: (purpose) => settings.models[purpose],
    complete: async <T>(ask: Ask, schema: Parameters<Model['complete']>[1]): Promise<ModelAnswer<T>> => {
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

/** The output is read when the call has ended, and throws then when it fits no schema: the usage is known all the same. */
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
