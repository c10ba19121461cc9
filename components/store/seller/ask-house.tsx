import { Mail } from 'lucide-react';
import { buttonClass } from '#components/ui/button-look.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type AskHouseProps = {
  readonly email: string;
  /** The name of what is asked about, and its full address. */
  readonly about: string;
  readonly url: string;
};

/** Links a shopper to the mail of the shop itself, which has no person to write to in a conversation. */
export async function AskHouse({ email, about, url }: AskHouseProps) {
  const { t } = await pageTexts('askSeller');
  const query = `subject=${encodeURIComponent(about)}&body=${encodeURIComponent(`${t('houseQuestion')}\n\n${url}`)}`;
  return (
    <a href={`mailto:${email}?${query}`} className={buttonClass({ look: 'secondary' })}>
      <Mail aria-hidden className="size-5" />
      {t('ask')}
    </a>
  );
}
