import { ChartBarBig } from 'lucide-react';
import { useId, useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useHasCome } from '#components/messages/use-has-come.ts';
import { useNames } from '#components/messages/use-names.ts';
import { whenText } from '#components/messages/when-text.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { CardButtons, CardFrame } from './card-frame.tsx';
import { isSameChoice, pollFigures } from './poll-figures.ts';
import { PollOption } from './poll-option.tsx';
import { type CardProps, useCard } from './use-card.ts';

/**
 * Shows a poll with its results. The user chooses first and then votes. Arrow keys in a radio group change the choice
 * at every step, and a step must not vote.
 */
export function PollCard({ message, me, people, act }: CardProps) {
  const { locale, timeZone, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { namesOf } = useNames(me, people);
  const { state, isBusy, problem, run } = useCard<'poll'>(message, me, act);
  const group = useId();
  const [chosen, choose] = useState<readonly string[] | null>(null);
  const isOver = useHasCome(state.closesAt) || state.closed;
  const { options, total, mine } = pollFigures(state, me);
  const picked = chosen ?? mine;
  const isChanged = !isSameChoice(picked, mine);

  const vote = (optionIds: readonly string[]) => {
    choose(null);
    run({ action: 'vote', optionIds: [...optionIds] });
  };
  const pick = (id: string, isOn: boolean) => {
    if (!state.multiple) choose([id]);
    else choose(isOn ? [...picked, id] : picked.filter((pickedId) => pickedId !== id));
  };

  return (
    <CardFrame
      icon={<ChartBarBig aria-hidden />}
      kind={state.multiple ? texts.kind_pollMany : texts.kind_poll}
      title={state.question}
      badge={isOver && <Badge>{texts.pollOver}</Badge>}
      problem={problem}
    >
      <fieldset disabled={isOver} className="flex min-w-0 flex-col gap-1">
        <legend className="sr-only">{state.question}</legend>
        {options.map((option) => (
          <PollOption
            key={option.id}
            option={option}
            group={group}
            isMany={state.multiple === true}
            isPicked={picked.includes(option.id)}
            isOver={isOver}
            figures={fill(texts.pollFigures, { count: option.voters.length, percent: option.percent }, locale)}
            names={namesOf(option.voters)}
            onPick={pick}
          />
        ))}
      </fieldset>
      <p className="text-sm text-muted">
        {fill(texts.pollTotal, { count: total }, locale)}
        {state.closesAt && !isOver && (
          <> · {fill(texts.pollUntil, { at: whenText(state.closesAt, { locale, timeZone }) }, locale)}</>
        )}
      </p>
      {!isOver && (
        <CardButtons>
          {(isChanged || mine.length === 0) && picked.length > 0 && (
            <Button busy={isBusy} onClick={() => vote(picked)}>
              {mine.length === 0 ? texts.pollVote : texts.pollRevote}
            </Button>
          )}
          {mine.length > 0 && (
            <Button look="secondary" busy={isBusy} onClick={() => vote([])}>
              {texts.pollWithdraw}
            </Button>
          )}
          {message.senderId === me && (
            <Button look="secondary" busy={isBusy} onClick={() => run({ action: 'close' })}>
              {texts.pollClose}
            </Button>
          )}
        </CardButtons>
      )}
    </CardFrame>
  );
}
