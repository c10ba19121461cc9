import type { Model, ModelAnswer, ModelRequest, ModelUsage } from '#lib/context/ports/model.ts';

/** The scripted answer to a question: a value to parse, or a failure. */
export type Scripted = { readonly say: unknown } | Extract<ModelAnswer<never>, { ok: false }>;

export type ScriptedModel = Model & {
  /** Everything the model was asked, in order: all data that a model could have seen. */
  readonly asked: readonly ModelRequest[];
};

const USAGE: ModelUsage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 20 };

/** Returns a model that follows a script and parses answers with the same schema as a real one. For tests. */
export function scriptedModel(
  answer: (ask: ModelRequest, nth: number) => Scripted | Promise<Scripted>,
  { usage = USAGE, name = 'scripted-1' }: { readonly usage?: ModelUsage; readonly name?: string } = {},
): ScriptedModel {
  const asked: ModelRequest[] = [];
  return {
    provider: 'scripted',
    asked,
    nameOf: () => name,
    complete: async (ask, schema) => {
      asked.push(ask);
      const said = await answer(ask, asked.length);
      if (!('say' in said)) return said;
      const parsed = schema.safeParse(said.say);
      if (parsed.success) return { ok: true, value: parsed.data, usage };
      return { ok: false, failure: 'BadOutput', retry: true, usage };
    },
  };
}
