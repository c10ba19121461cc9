import type { Context } from '#lib/context/context.ts';
import { draftsOf, messagesOf, tasksByDue, threadsWith } from '#lib/crm/queries.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row } from '#lib/data/store.ts';

const PAGE = 100;

/** One thread in which an address takes part, with all rows that mention the address. */
export type WalkedThread = {
  readonly thread: Row<EmailThread>;
  readonly messages: AsyncGenerator<readonly Row<EmailMessage>[]>;
  readonly drafts: AsyncGenerator<readonly Row<EmailDraft>[]>;
  readonly tasks: AsyncGenerator<readonly Row<EmailTask>[]>;
};

/**
 * Yields all stored data of an address, thread by thread, including merged threads. Export and erasure both use this
 * walk, so erasure blanks exactly what an export shows.
 */
export async function* walkContact({ data }: Pick<Context, 'data'>, contactId: string): AsyncGenerator<WalkedThread> {
  for await (const threads of pagesOf(data, (after) => threadsWith(contactId, PAGE, after)))
    for (const thread of threads)
      yield {
        thread,
        messages: pagesOf(data, (after) => messagesOf(thread.id, PAGE, after)),
        drafts: pagesOf(data, (after) => draftsOf([thread.id], PAGE, after)),
        tasks: pagesOf(data, (after) => tasksByDue({ threadIds: [thread.id] }, PAGE, after)),
      };
}
