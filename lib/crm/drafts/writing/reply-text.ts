import type { Context } from '#lib/context/context.ts';
import { readShownBody } from '#lib/crm/messages/mail-bodies.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { Row } from '#lib/data/store.ts';

/**
 * Returns what the author of a mail wrote, without quotes and signature. When nothing is left, returns the whole text.
 */
export async function authorText(ctx: Pick<Context, 'data' | 'files'>, row: Row<EmailMessage>): Promise<string> {
  const { text } = await readShownBody(ctx, row);
  const written = row.data.spans.filter(({ kind }) => kind === 'reply').map(({ start, end }) => text.slice(start, end));
  const reply = written.join('');
  return reply.trim() === '' ? text : reply;
}
