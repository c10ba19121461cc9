import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { createDraft } from '#lib/crm/drafts/drafts.ts';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import type { CreateDraftInput } from '#lib/crm/schemas/draft-input.ts';
import { generateDraft } from './draft-writer.ts';

/**
 * Begins a reply, with a person's text or with a proposal that a person asks for. Throws NoTemplate when there is
 * nothing to propose from. A draft that a person is working on is not replaced.
 */
export async function beginDraft(ctx: UserContext, threadId: string, input: CreateDraftInput): Promise<EmailDraftView> {
  if ('body' in input) return createDraft(ctx, threadId, input.body);
  const proposed = await generateDraft(ctx, threadId);
  if (proposed.draft !== null) return proposed.draft;
  throw conflict(words[proposed.why], { code: 'InvalidTransition' });
}

const words = {
  in_hand: 'A person is already working on a draft of this thread',
  resolved: 'The thread is resolved',
  outdated: 'A newer mail has arrived. Reload the thread',
} as const;
