import { KeyRound } from 'lucide-react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';
import { CardButtons, CardFrame } from './card-frame.tsx';
import { TransitionButtons } from './transition-buttons.tsx';
import { type CardProps, useCard } from './use-card.ts';

const tones: Readonly<Record<RichState<'env_request'>['status'], Tone>> = {
  open: 'accent',
  provided: 'success',
  declined: 'danger',
  canceled: 'neutral',
};

/**
 * Shows a request for environment variables. Their values never pass through a conversation: the card only says that
 * they were provided.
 */
export function EnvCard({ message, me, act }: CardProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { state, isBusy, problem, run } = useCard<'env_request'>(message, me, act);

  return (
    <CardFrame
      icon={<KeyRound aria-hidden />}
      kind={texts.kind_env}
      title={fill(texts.envTitle, { count: state.items.length }, locale)}
      badge={<Badge tone={tones[state.status]}>{texts[`env_${state.status}`]}</Badge>}
      problem={problem}
    >
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {state.items.map(({ key, label, required }) => (
          <li key={key} className="flex flex-col py-2">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{label}</span>
              <span className="text-sm text-muted">{required ? texts.envRequired : texts.envOptional}</span>
            </span>
            <code className="font-mono text-sm text-muted">{key}</code>
          </li>
        ))}
      </ul>
      {state.status === 'open' && <p className="text-sm text-muted">{texts.envSafety}</p>}
      <CardButtons>
        <TransitionButtons message={message} state={state} me={me} isBusy={isBusy} onTransition={run} />
      </CardButtons>
    </CardFrame>
  );
}
