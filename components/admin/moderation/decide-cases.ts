import { errorText } from '#components/admin/error-text.ts';
import type { ListedCase } from '#lib/admin/schemas/moderation.ts';
import type { Verdict } from './case-words.ts';

type Case = Pick<ListedCase, 'entityId' | 'version'>;
export type Decision = { readonly entityId: string; readonly version: number; readonly reason?: string };
/** The result of one case; `problem` is null when the decision was saved. */
export type Outcome = { readonly entityId: string; readonly problem: string | null };

/**
 * Sends the same decision for several cases, one after another. Each case has its own result, and a failure does not
 * stop the next case.
 */
export async function decideCases(
  verdict: Verdict,
  cases: readonly Case[],
  reason: string,
  send: (path: string, decision: Decision) => Promise<unknown>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { entityId, version } of cases) {
    try {
      await send(`/api/admin/entity-moderation/${verdict}`, { entityId, version, ...(reason && { reason }) });
      outcomes.push({ entityId, problem: null });
    } catch (error) {
      outcomes.push({ entityId, problem: errorText(error) });
    }
  }
  return outcomes;
}
