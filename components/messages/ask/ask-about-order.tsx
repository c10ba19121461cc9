import type { Route } from 'next';
import type { Seller } from '#lib/store/vendors/sellers.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { askAboutOrder } from './ask-about.ts';
import { AskSeller } from './ask-seller.tsx';

type AskAboutOrderProps = {
  readonly order: { readonly id: string; readonly number: string };
  readonly sellers: readonly Seller[];
};

/** Links a buyer to the sellers of an order. */
export async function AskAboutOrder({ order, sellers }: AskAboutOrderProps) {
  if (sellers.length === 0) return null;
  const [{ t, go }, problems] = await Promise.all([pageTexts('askSeller'), clientTexts('messageProblems')]);
  const subject = t('aboutOrder', { number: order.number });
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('title')}</h2>
      {sellers.map((seller) => (
        <AskSeller
          key={seller.vendorId}
          wanted={askAboutOrder(seller, order, subject)}
          label={t('askNamed', { seller: seller.name })}
          links={{ messages: go('/messages' as Route), signIn: go('/sign-in') }}
          texts={problems}
        />
      ))}
    </section>
  );
}
