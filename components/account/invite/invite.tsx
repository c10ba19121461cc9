'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ReferralLink, ReferralView } from '#lib/store/schemas/shoppers/referral.ts';
import { post, remove } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { EndLink } from './end-link.tsx';

const PATH = '/api/account/referral';
const tones = { pending: 'neutral', granted: 'success', void: 'warning' } as const;

type InviteProps = {
  readonly referral: ReferralView;
  readonly locale: Locale;
  readonly texts: Texts<'invite'>;
};

/** Shows the user's link for friends with its figures, or offers to make one. */
export function Invite({ referral: { url, codesLeft, rewardBps, orders, rewards }, locale, texts }: InviteProps) {
  const router = useRouter();
  const [said, setSaid] = useState('');
  const { isBusy, problem, act } = useAction((error) =>
    problemText(error, { other: texts.failed, TooManyCodes: texts.tooMany, AccountRestricted: texts.restricted }),
  );
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rewardBps / 10_000);

  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(texts.copied);
    } catch {
      setSaid(texts.notCopied);
    }
  };
  return (
    <div className="flex flex-col items-start gap-6">
      {rewardBps > 0 && <p>{fill(texts.reward, { rate }, locale)}</p>}
      {url === null ? (
        <PressButton
          look="secondary"
          busy={isBusy}
          onPress={() =>
            act(
              () => post<ReferralLink>(PATH),
              () => router.refresh(),
            )
          }
        >
          {texts.make}
        </PressButton>
      ) : (
        <div className="flex w-full max-w-xl flex-col gap-3">
          <TextField
            id="invite-link"
            label={texts.link}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="flex flex-wrap items-center gap-3">
            <PressButton look="secondary" size="small" onPress={() => void copy(url)}>
              {texts.copy}
            </PressButton>
            <EndLink end={() => remove(PATH)} left={codesLeft} locale={locale} texts={texts} />
            <p role="status" className="text-sm text-muted empty:sr-only">
              {said}
            </p>
          </div>
        </div>
      )}
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      {(url !== null || orders > 0) && <p className="tabular-nums">{fill(texts.orders, { count: orders }, locale)}</p>}
      {rewardBps > 0 && rewards.length > 0 && (
        <ul aria-label={texts.rewards} className="w-full max-w-xl border-t border-line">
          {rewards.map(({ orderNumber, amountMinor, currency, state }) => (
            <li
              key={orderNumber}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 tabular-nums"
            >
              <span>{fill(texts.order, { number: orderNumber }, locale)}</span>
              <span className="flex items-center gap-3">
                {state !== 'void' && moneyText(amountMinor, currency, locale)}
                <Badge tone={tones[state]}>{texts[`state_${state}`]}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
