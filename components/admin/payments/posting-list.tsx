import { Link } from '#components/ui/link.tsx';
import type { StoryPosting } from '#lib/admin/schemas/payment-story.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { accountHref } from './money-hrefs.ts';

/** Shows both sides of an entry: debits are above 0, credits below. */
export async function PostingList({ postings }: { readonly postings: readonly StoryPosting[] }) {
  const { locale } = await consoleTexts('payments');
  return (
    <ul className="flex max-w-xl flex-col gap-1 text-sm">
      {postings.map(({ account, amountMinor, currency }) => (
        <li key={`${account} ${currency}`} className="flex flex-wrap justify-between gap-x-4">
          <Link translate="no" href={accountHref(account)} className="min-w-0 break-all underline underline-offset-4">
            {account}
          </Link>
          <span className="tabular-nums">{moneyText(amountMinor, currency, locale)}</span>
        </li>
      ))}
    </ul>
  );
}
