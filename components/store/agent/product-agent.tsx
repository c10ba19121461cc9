import type { Route } from 'next';
import { askAboutProduct } from '#components/messages/ask/ask-about.ts';
import { attributeWordsFrom } from '#components/store/product/attribute-words.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import type { Seller } from '#lib/store/vendors/sellers.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { AgentOpener } from './agent-opener.tsx';

type ProductAgentProps = {
  readonly product: PublicProduct;
  /** The seller that a shopper can write to. Null for the shop's own goods and for sellers themselves. */
  readonly seller: Seller | null;
  /** The email address for questions about the house's own goods. */
  readonly house: { readonly email: string; readonly url: string } | null;
  readonly userId: string | null;
};

/** Lets a shopper ask about a product on its page. The panel is fetched when the shopper turns to it. */
export async function ProductAgent({ product, seller, house, userId }: ProductAgentProps) {
  const [{ locale, go }, texts, problems, askSeller, words] = await Promise.all([
    pageTexts('agent'),
    clientTexts('agent'),
    clientTexts('messageProblems'),
    clientTexts('askSeller'),
    clientTexts('attributes'),
  ]);
  const { id, title, currency } = product;
  return (
    <AgentOpener
      product={{ id, title, currency }}
      userId={userId}
      starters={startersOf(product, texts, attributeWordsFrom(words))}
      locale={locale as Locale} // one of the languages of the interface
      links={{ signIn: go('/sign-in'), messages: go('/messages' as Route), product: go('/products') }}
      asks={
        seller ? { kind: 'seller', wanted: askAboutProduct(seller, product) } : house && { kind: 'house', ...house }
      }
      texts={{ agent: texts, problems, askSeller }}
    />
  );
}

const MOST_STARTERS = 3;

/** Returns questions that this page answers. */
function startersOf(
  { family, attributes, fulfilment, rating }: PublicProduct,
  texts: Texts<'agent'>,
  inWords: (text: string) => string,
): string[] {
  const [option] = family?.options ?? [];
  const [attribute] = attributes;
  const about = (name: string): string => texts.what.replace('{name}', () => name);
  return [
    ...(option ? [about(option.name)] : []),
    ...(attribute ? [about(inWords(attribute.name))] : []),
    fulfilment === 'digital' ? texts.file : texts.delivery,
    ...(rating.count > 0 ? [texts.reviews] : []),
    texts.stock,
  ].slice(0, MOST_STARTERS);
}
