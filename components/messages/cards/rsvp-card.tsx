import { CalendarDays } from 'lucide-react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useHasCome } from '#components/messages/use-has-come.ts';
import { useNames } from '#components/messages/use-names.ts';
import { spanText, whenText } from '#components/messages/when-text.ts';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';
import { CardFrame } from './card-frame.tsx';
import { type CardProps, useCard } from './use-card.ts';

type Answer = RichState<'rsvp'>['responses'][string];
const answers: readonly Answer[] = ['yes', 'maybe', 'no'];

/** Shows an invitation: time and place, the answers, and the user's own answer. */
export function RsvpCard({ message, me, people, act }: CardProps) {
  const { locale, timeZone, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { namesOf } = useNames(me, people);
  const { state, isBusy, problem, run } = useCard<'rsvp'>(message, me, act);
  const isOver = useHasCome(state.endsAt ?? state.startsAt);
  const reader = { locale, timeZone };
  const when = state.endsAt ? spanText(state.startsAt, state.endsAt, reader) : whenText(state.startsAt, reader);
  const idsFor = (answer: Answer) => Object.keys(state.responses).filter((id) => state.responses[id] === answer);
  const mine = state.responses[me];

  return (
    <CardFrame
      icon={<CalendarDays aria-hidden />}
      kind={texts.kind_rsvp}
      title={state.title}
      badge={isOver && <Badge>{texts.rsvpOver}</Badge>}
      problem={problem}
    >
      <p>
        <time dateTime={state.startsAt}>{when}</time>
        {state.location && <span className="block text-muted">{state.location}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row in every browser. */}
      <div role="group" aria-label={texts.rsvpAnswer} className="grid grid-cols-[1fr_1.5fr_1fr] gap-2">
        {answers.map((answer) => (
          <button
            key={answer}
            type="button"
            aria-pressed={mine === answer}
            aria-disabled={isBusy}
            onClick={() => mine !== answer && run({ action: 'respond', answer })}
            className={classNames(
              'flex min-h-11 flex-col items-center justify-center rounded-md border px-1 py-1.5 text-center leading-5 font-medium',
              mine === answer
                ? 'border-primary bg-primary text-primary-text'
                : 'border-line-strong bg-surface hover:border-text',
            )}
          >
            <span>{texts[`rsvp_${answer}`]}</span>
            <span className="text-sm font-normal tabular-nums">{idsFor(answer).length}</span>
          </button>
        ))}
      </div>
      {Object.keys(state.responses).length > 0 && (
        <dl className="flex flex-col gap-1 text-sm">
          {answers.map((answer) => {
            const ids = idsFor(answer);
            return ids.length === 0 ? null : (
              <div key={answer}>
                <dt className="inline text-muted">{texts[`rsvp_${answer}`]}: </dt>
                <dd className="inline">{namesOf(ids)}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </CardFrame>
  );
}
