import { z } from 'zod';
import type { AuditFilter } from '#lib/audit/schemas/audit.ts';
import { auditResults } from '#lib/audit/values.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { DAY_MS } from '#lib/core/time.ts';

const day = z.iso.date();

/** The query keys of the audit page. `actor` is an id or the exact address of an account; days are whole UTC days. */
export const actsQuery = z.strictObject({
  actor: z.string().trim().max(320).optional(),
  target: z.string().trim().max(128).optional(),
  action: z.string().trim().max(60).optional(),
  result: z.enum(auditResults).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type ActsQuery = z.infer<typeof actsQuery>;

/** Returns what the query asks of the log, or null when its actor is no account. */
export async function actFilterOf({ data }: Pick<Context, 'data'>, query: ActsQuery): Promise<AuditFilter | null> {
  const { actor, target, action, result, from, to } = query;
  const actorId = actor === undefined ? undefined : await actorIdOf(data, actor);
  if (actorId === null) return null;
  return {
    ...{ actorId, targetId: target, action, result },
    from: from && `${from}T00:00:00.000Z`,
    to: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
  };
}

async function actorIdOf(data: Context['data'], text: string): Promise<string | null> {
  if (text.includes('@')) return (await findUserByEmail(data, text))?.id ?? null;
  return ID_PATTERN.test(text) ? text : null;
}
