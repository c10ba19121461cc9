import type { UsageTotals } from '#lib/crm/schemas/analytics.ts';
import type { ApiUsage } from '#lib/crm/schemas/usage.ts';

type ModelCalls = UsageTotals['byModel'][number];

export const noUsage: UsageTotals = {
  calls: 0,
  failedCalls: 0,
  unknownCostCalls: 0,
  costMicros: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  byModel: [],
  byPurpose: { classify: { calls: 0, costMicros: 0 }, draft: { calls: 0, costMicros: 0 } },
};

/**
 * Returns the figures of one call. Calls of the shop's agent do not count for the inbox. An unknown price is counted as
 * unknown, never as 0.
 */
export function usageOfCall(call: ApiUsage): UsageTotals {
  const { purpose, provider, model, inputTokens, cachedInputTokens, outputTokens, costMicros, ok } = call;
  if (purpose === 'agent') return noUsage;
  const cost = costMicros ?? 0;
  return {
    calls: 1,
    failedCalls: ok ? 0 : 1,
    unknownCostCalls: costMicros === null ? 1 : 0,
    costMicros: cost,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    byModel: [{ provider, model, calls: 1, inputTokens, outputTokens, costMicros }],
    byPurpose: { ...noUsage.byPurpose, [purpose]: { calls: 1, costMicros: cost } },
  };
}

/** Adds figures. Models are sorted by their number of calls, the most first. */
export function addUsage(parts: readonly UsageTotals[]): UsageTotals {
  const sum = (of: (part: UsageTotals) => number) => parts.reduce((total, part) => total + of(part), 0);
  const purpose = (name: 'classify' | 'draft') => ({
    calls: sum(({ byPurpose }) => byPurpose[name].calls),
    costMicros: sum(({ byPurpose }) => byPurpose[name].costMicros),
  });
  return {
    calls: sum(({ calls }) => calls),
    failedCalls: sum(({ failedCalls }) => failedCalls),
    unknownCostCalls: sum(({ unknownCostCalls }) => unknownCostCalls),
    costMicros: sum(({ costMicros }) => costMicros),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    byModel: addModels(parts.flatMap(({ byModel }) => byModel)),
    byPurpose: { classify: purpose('classify'), draft: purpose('draft') },
  };
}

function addModels(all: readonly ModelCalls[]): ModelCalls[] {
  const byName = new Map<string, ModelCalls>();
  for (const usage of all) {
    const key = JSON.stringify([usage.provider, usage.model]);
    const before = byName.get(key);
    byName.set(key, before ? addModel(before, usage) : usage);
  }
  return [...byName.values()].sort((a, b) => b.calls - a.calls || (a.model < b.model ? -1 : 1));
}

const addModel = (a: ModelCalls, b: ModelCalls): ModelCalls => ({
  ...a,
  calls: a.calls + b.calls,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costMicros: a.costMicros === null && b.costMicros === null ? null : (a.costMicros ?? 0) + (b.costMicros ?? 0),
});
