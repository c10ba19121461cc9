import { PiggyBank } from 'lucide-react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Bar } from '#components/ui/bar.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { CardFrame } from './card-frame.tsx';
import { type CardProps, useCard } from './use-card.ts';

/** Shows a shared jar: its balance and its goal. */
export function JarCard({ message, me, act }: CardProps) {
  const { locale, ...words } = useMessageTexts();
  const texts = words.messageCards;
  const { balanceMinor, goalMinor, currency, title } = useCard<'dao_jar'>(message, me, act).state;
  const balance = moneyText(balanceMinor, currency, locale);

  return (
    <CardFrame icon={<PiggyBank aria-hidden />} kind={texts.kind_jar} title={title}>
      <p className="tabular-nums">
        {goalMinor === undefined
          ? fill(texts.jarHolds, { balance }, locale)
          : fill(texts.jarOf, { balance, goal: moneyText(goalMinor, currency, locale) }, locale)}
      </p>
      {goalMinor !== undefined && <Bar value={balanceMinor} max={goalMinor} />}
    </CardFrame>
  );
}
