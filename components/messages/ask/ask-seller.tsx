'use client';

import { MessageCircle } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Form } from '#components/ui/form/form.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type AskSellerProps = {
  /** The conversation to create or to continue; null for a guest, who signs in first. */
  readonly wanted: CreateConversation | null;
  readonly label: string;
  readonly links: { readonly messages: Route; readonly signIn: Route };
  readonly texts: Texts<'messageProblems'>;
};

/** Opens the conversation with a seller about a product or an order. */
export function AskSeller({ wanted, label, links, texts }: AskSellerProps) {
  const router = useRouter();
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, start] = useTransition();
  const shown = (
    <>
      <MessageCircle aria-hidden className="size-5" />
      {label}
    </>
  );
  if (wanted === null)
    return (
      <SignInLink href={links.signIn} className={buttonClass({ look: 'secondary' })}>
        {shown}
      </SignInLink>
    );

  const ask = () => {
    if (isBusy) return;
    start(async () => {
      try {
        const { conversation } = await post<{ conversation: ConversationView }>('/api/conversations', wanted);
        router.push(`${links.messages}/${conversation.id}` as Route); // one page for all conversations
      } catch (error) {
        setProblem(error);
      }
    });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Form onSubmit={ask} className="needs-script">
        <Button type="submit" look="secondary" busy={isBusy}>
          {shown}
        </Button>
      </Form>
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {problem !== null && problemText(problem, texts)}
      </p>
    </div>
  );
}
