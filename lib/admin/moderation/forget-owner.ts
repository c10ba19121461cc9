import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { ReportedType } from './values.ts';

/** What others can still read when its owner is gone. */
const staying: readonly ReportedType[] = ['message', 'attachment', 'review'];

/**
 * Returns a case without the texts of and about its owner, whose account has been deleted. Their open appeal ends without
 * an answer. An open case about their account, shop or product ends with it, decided by nobody; one about a message,
 * file or review stays open, because others can still read that. Returns null when nothing is left to change.
 */
export function withoutOwner(row: ModerationCase, at: string): ModerationCase | null {
  const { excerpt, reason, appeal, appealState, status, entityType, version } = row;
  const isAppealed = appealState === 'open';
  const isOver = status === 'open' && !staying.includes(entityType);
  const words = [excerpt, reason ?? '', appeal?.text ?? '', appeal?.reason ?? ''];
  if (!isAppealed && !isOver && words.every((word) => word === '')) return null;
  return {
    ...row,
    ...{ excerpt: '', reason: null },
    ...(isAppealed
      ? { appealState: 'none', appealedAt: null, appeal: null }
      : { appeal: appeal && { ...appeal, text: '', reason: null } }),
    ...(isOver && { status: 'dismissed', decidedBy: null, decidedAt: at }),
    version: isAppealed || isOver ? version + 1 : version,
  };
}
