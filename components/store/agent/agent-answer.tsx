import type { Route } from 'next';
import { useState } from 'react';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { AgentMessage, AgentProposal } from '#lib/store/schemas/agent.ts';
import type { AgentProps } from './agent-props.ts';
import { CarryQuestion } from './carry-question.tsx';

type AgentAnswerProps = AgentProps & {
  readonly userId: string;
  readonly message: AgentMessage;
  readonly question: string;
  readonly onAgain: (question: string) => void;
};

/** Shows an answer with its sources, and what the shopper may do next. */
export function AgentAnswer({ message, question, onAgain, ...props }: AgentAnswerProps) {
  const { texts, links, userId, asks } = props;
  const { agent } = texts;
  if (message.state !== 'done')
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="text-muted wrap-anywhere">
          {message.text} {message.state === 'failed' ? agent.failed : agent.interrupted}
        </p>
        <Button look="secondary" size="small" onClick={() => onAgain(question)}>
          {agent.again}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
      <p className="text-sm text-muted">{message.mode === 'model' ? agent.byModel : agent.byPage}</p>
      {message.sources.length > 0 && (
        <ul aria-label={agent.sources} className="flex flex-wrap gap-1.5">
          {[...new Set(message.sources.map(({ label }) => label))].map((label) => (
            <li key={label} className="rounded-full border border-line px-2.5 py-0.5 text-sm text-muted">
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {message.proposals.map((proposal) => (
          <ProposalButton key={proposal.kind} proposal={proposal} path={links.product} texts={agent} />
        ))}
        {asks && <CarryQuestion {...props} asks={asks} userId={userId} question={question} />}
      </div>
    </div>
  );
}

type ProposalProps = {
  readonly proposal: AgentProposal;
  readonly path: Route;
  readonly texts: AgentProps['texts']['agent'];
};

/** Shows a proposal. Nothing happens until it is pressed. */
function ProposalButton({ proposal: { kind, productId, qty = 1 }, path, texts }: ProposalProps) {
  const { store } = useCart();
  const [isAdded, setAdded] = useState(false);
  switch (kind) {
    case 'add_to_cart':
      return (
        <>
          <Button look="secondary" size="small" onClick={() => setAdded(store.add(productId, qty))}>
            {texts.addToCart}
          </Button>
          <p role="status" className="self-center text-sm text-success empty:hidden">
            {isAdded && texts.added}
          </p>
        </>
      );
    case 'show_variant':
      return (
        <LinkButton href={`${path}/${productId}` as Route} look="secondary" size="small">
          {texts.showVariant}
        </LinkButton>
      );
    case 'ask_seller':
      return null; // offered under every answer
  }
}
