import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { keepDraft } from '#lib/web/messages/drafts.ts';
import type { AgentProps, Asks } from './agent-props.ts';

type CarryQuestionProps = Pick<AgentProps, 'product' | 'links' | 'texts'> & {
  readonly asks: Asks;
  readonly userId: string;
  readonly question: string;
};

/** Carries a question to the seller: a conversation with the question typed in, for the shopper to send. */
export function CarryQuestion({ asks, product, links, texts, userId, question }: CarryQuestionProps) {
  const router = useRouter();
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, start] = useTransition();
  const label = texts.askSeller.ask;
  if (asks.kind === 'house') {
    const query = `subject=${encodeURIComponent(product.title)}&body=${encodeURIComponent(`${question}\n\n${asks.url}`)}`;
    return (
      <a href={`mailto:${asks.email}?${query}`} className={buttonClass({ look: 'secondary', size: 'small' })}>
        {label}
      </a>
    );
  }
  const carry = () => {
    if (isBusy) return;
    start(async () => {
      try {
        const { conversation } = await post<{ conversation: ConversationView }>('/api/conversations', asks.wanted);
        keepDraft(openStorage(), userId, conversation.id, question);
        router.push(`${links.messages}/${conversation.id}` as Route); // one page for all conversations
      } catch (error) {
        setProblem(error);
      }
    });
  };
  return (
    <>
      <Button look="secondary" size="small" busy={isBusy} onClick={carry}>
        {label}
      </Button>
      <p role="status" className="self-center text-sm font-medium text-danger empty:hidden">
        {problem !== null && problemText(problem, texts.problems)}
      </p>
    </>
  );
}
