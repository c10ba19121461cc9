import type { ListedCase, ModerationItem } from '#lib/admin/schemas/moderation.ts';
import type { Verdict } from './case-words.ts';

export type Decided = Pick<ListedCase, 'entityId' | 'version'>;
export type Decision = { readonly entityId: string; readonly version: number; readonly reason?: string };
/** The result of one case: its new version, or the problem. */
export type Outcome = { readonly entityId: string; readonly version: number | null; readonly problem: string | null };
export type Answer = { readonly item: Pick<ModerationItem, 'version'> };

/**
 * Sends the same decision for several cases, one after another. Each case has its own result, and a failure does not
 * stop the next case.
 */
export async function decideCases(
  verdict: Verdict,
  cases: readonly Decided[],
  reason: string,
  send: (path: string, decision: Decision) => Promise<Answer>,
  problemOf: (error: unknown) => string,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { entityId, version } of cases) {
    try {
      const decision = { entityId, version, ...(reason && { reason }) };
      const { item } = await send(`/api/admin/entity-moderation/${verdict}`, decision);
      outcomes.push({ entityId, version: item.version, problem: null });
    } catch (error) {
      outcomes.push({ entityId, version: null, problem: problemOf(error) });
    }
  }
  return outcomes;
}

/** Returns the cases whose decision was saved, as they are after it. */
export const heldOf = (outcomes: readonly Outcome[]): readonly Decided[] =>
  outcomes.flatMap(({ entityId, version }) => (version === null ? [] : [{ entityId, version }]));
