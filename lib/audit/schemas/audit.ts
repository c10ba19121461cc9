import { z } from 'zod';
import { auditResults } from '#lib/audit/values.ts';
import { roles } from '#lib/context/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditFacts = Readonly<z.infer<typeof facts>>;
/** The most characters of a reason kept in the audit. The decision itself may keep more. */
export const MAX_AUDIT_REASON = 500;

/** Who changed what, from which value to which. Ids and fixed codes only: no addresses, no bodies, no secrets. */
export const auditEntry = z.object({
  at: isoTime,
  actorId: idText.nullable(),
  actorRole: z.enum(roles).nullable(),
  via: z.enum(['session', 'cron', 'webhook', 'system', 'mcp']),
  /** The token of a seller's program that called. */
  tokenId: z.string().max(128).exactOptional(),
  /** `noun.past-verb`, such as `user.role-changed`. */
  action: z.string().max(60),
  targetType: z.string().max(40),
  targetId: z.string().max(128),
  before: facts.nullable(),
  after: facts.nullable(),
  reason: z.string().max(MAX_AUDIT_REASON).nullable(),
  requestId: idText,
  ipPrefixHash: z.string().nullable(),
  device: z.string(),
  result: z.enum(auditResults),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which acts a list shows. `from` belongs to the span, `to` does not. */
export type AuditFilter = {
  readonly targetId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly result?: AuditEntry['result'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
