import type { Locale } from '#lib/i18n/values.ts';
import { tokensOf } from '#lib/language/tokens.ts';
import {
  attributeStatement,
  attributeWord,
  categoryStatements,
  deliveryStatements,
  descriptionStatement,
  helloText,
  optionStatements,
  priceStatements,
  ratingStatements,
  reductionStatements,
  returnsStatements,
  type Statement,
  sellerStatement,
  stockStatements,
  unknownText,
  variantStatements,
  vendorStatements,
} from './facts.ts';
import type { AgentPage, PageVariant } from './page.ts';
import { contentWords, hasAny, keySetOf, keysOf, type Question, readQuestion } from './question.ts';
import { nearestSentence, readSentences, type Sentence, sharedWords } from './sentences.ts';
import { type Asked, evidenceIn, isNameOf, speaksOfWarranty, topicsOf, uncoveredWords } from './topics.ts';
import type { AgentConcept, AgentTopic, proposalKinds, SourceField } from './values.ts';
import { namedVariants, namesOption, wantsOther } from './variants.ts';

export type Proposal = {
  readonly kind: (typeof proposalKinds)[number];
  readonly productId: string;
  readonly qty?: number;
};

export type PageAnswer = {
  readonly locale: Locale;
  /** The field of the first statement. `unknown`: the page does not say. `hello`: nothing was asked. */
  readonly topic: SourceField | 'unknown' | 'hello';
  readonly statements: readonly Statement[];
  /** The whole text. Without statements it is a fixed sentence. */
  readonly text: string;
  readonly proposals: readonly Proposal[];
};

type Reader = {
  readonly page: AgentPage;
  readonly locale: Locale;
  readonly question: Question;
  /** The sentences of the description, read once and only where an answer needs them. */
  readonly sentences: () => readonly Sentence[];
};

const MOST_STATEMENTS = 8;
const MOST_ATTRIBUTES = 4;

/**
 * Answers a question from the facts of a page, in the language of the question. Every statement names its source. What
 * the page does not say is answered by exactly that, never by a guess.
 */
export function answerFromPage(page: AgentPage, text: string, pageLocale: Locale): PageAnswer {
  const question = readQuestion(text, pageLocale);
  const { locale } = question;
  const askSeller: Proposal = { kind: 'ask_seller', productId: page.product.id };
  if (question.isEmpty) return { locale, topic: 'hello', statements: [], text: helloText(locale), proposals: [] };

  let read: readonly Sentence[] | undefined;
  const sentences = () => (read ??= readSentences(page.product.description));
  const reader = { page, locale, question, sentences };
  const named = namedVariants(reader);
  const isOther = wantsOther(reader, named.length > 0);
  const statements = statementsFor(reader, named, isOther);
  const [first] = statements;
  if (!first) return { locale, topic: 'unknown', statements: [], text: unknownText(locale), proposals: [askSeller] };
  const topic = first.source.field;
  return {
    ...{ locale, topic, statements },
    text: statements.map((statement) => statement.text).join(' '),
    proposals: isOther ? [askSeller] : proposalsFor(page, topic, named),
  };
}

function statementsFor(reader: Reader, named: readonly PageVariant[], isOther: boolean): Statement[] {
  const asked = topicsOf(reader.question);
  const { variants } = reader.page;
  if (asked.every(isOfVariants)) {
    // The stock and price of the product are no answer about another one.
    if (isOther && asked.some(isOfBuying)) return choiceStatements(reader, variants);
    if (named.length > 0) return choiceStatements(reader, isOther ? variants : named);
  }
  const stated = asked.flatMap((one) => (isOther && isOfBuying(one) ? [] : aboutAsked(reader, one)));
  const options = stated.length === 0 && namesOption(reader) ? choiceStatements(reader, variants) : [];
  const found = [...stated, ...options, ...namedAttributes(reader)];
  if (found.length > 0) return firstOf(found);
  // How to pay is no matter of a product's text.
  if (asked.some((one) => one.kind === 'topic')) return [];
  const sentence = nearestSentence(reader.sentences(), reader.question, reader.page.product.title);
  return sentence === null ? [] : [descriptionStatement(reader, sentence)];
}

/** Returns the first statements, each once. */
const firstOf = (statements: readonly Statement[]): Statement[] =>
  statements
    .filter(({ text }, at) => statements.findIndex((other) => other.text === text) === at)
    .slice(0, MOST_STATEMENTS);

/** A question that names a variant and one of these is about that variant. */
const ofVariants: readonly string[] = ['stock', 'price', 'size', 'color'];
const isOfVariants = (asked: Asked): boolean =>
  ofVariants.includes(asked.kind === 'topic' ? asked.topic : asked.concept);
const isOfBuying = (asked: Asked): boolean =>
  asked.kind === 'topic' && (asked.topic === 'stock' || asked.topic === 'price');

/** Returns what is known of each variant, or of each option where the variants are too many. */
const choiceStatements = (reader: Reader, variants: readonly PageVariant[]): Statement[] =>
  variants.length <= MOST_STATEMENTS ? variantStatements(reader, variants) : optionStatements(reader, variants);

const aboutAsked = (reader: Reader, asked: Asked): Statement[] =>
  asked.kind === 'topic' ? aboutTopic(reader, asked.topic) : aboutConcept(reader, asked.concept);

function aboutTopic(reader: Reader, topic: AgentTopic): Statement[] {
  switch (topic) {
    case 'price':
      return priceStatements(reader);
    case 'compare_at':
      return reductionStatements(reader);
    case 'stock':
      return stockStatements(reader);
    case 'delivery':
      return deliveryStatements(reader);
    case 'returns':
      return returnsStatements(reader);
    case 'warranty':
      return warrantyStatements(reader);
    case 'rating':
      return ratingStatements(reader);
    case 'vendor':
      return vendorStatements(reader);
    case 'category':
      return categoryStatements(reader);
    case 'payment':
      return [];
  }
}

/** A warranty is an attribute, a sentence of the description, or a note of the seller. */
function warrantyStatements(reader: Reader): Statement[] {
  const { page, locale } = reader;
  const attributes = page.product.attributes.filter(({ name }) => speaksOfWarranty(tokensOf(name)));
  if (attributes.length > 0)
    return attributes.map((attribute) => {
      const { text, source } = attributeStatement(reader, attribute);
      return { text, source: { ...source, field: 'warranty' } };
    });
  const sentence = reader.sentences().find(({ tokens }) => speaksOfWarranty(tokens));
  if (sentence) return [descriptionStatement(reader, sentence.text, 'warranty')];
  const note = readSentences(page.seller.returnsNote).find(({ tokens }) => speaksOfWarranty(tokens));
  return note ? sellerStatement(locale, 'warranty', note.text) : [];
}

/** A property is an attribute, an option of the family, or a sentence that speaks of it. */
function aboutConcept(reader: Reader, concept: AgentConcept): Statement[] {
  const { page, locale, question } = reader;
  const attributes = page.product.attributes.filter(
    ({ name }) => isNameOf(concept, name) || isNameOf(concept, attributeWord(name, locale)),
  );
  const names = new Set(page.variants.flatMap(({ options }) => options.map(({ name }) => name)));
  const isOption = [...names].some((name) => isNameOf(concept, name));
  if (isOption || attributes.length > 0)
    return [
      ...(isOption ? choiceStatements(reader, page.variants) : aboutPart(reader)),
      ...attributes.slice(0, MOST_ATTRIBUTES).map((attribute) => attributeStatement(reader, attribute)),
    ];

  const asked = question.content.map(keysOf);
  const scored = reader.sentences().flatMap((sentence) => {
    const spoken = evidenceIn(concept, sentence);
    return spoken === 0 ? [] : [{ sentence, score: 2 * spoken + sharedWords(sentence, asked) }];
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  return best ? [descriptionStatement(reader, best.sentence.text)] : [];
}

/**
 * Returns the sentence about the part of the product that a question asks about: what the buttons are made of is not
 * what the shirt is made of.
 */
function aboutPart(reader: Reader): Statement[] {
  const content = uncoveredWords(reader.question);
  const sentence = nearestSentence(reader.sentences(), { content }, reader.page.product.title);
  return sentence === null ? [] : [descriptionStatement(reader, sentence)];
}

/** Returns the attributes that a question names by their own names or values. */
function namedAttributes(reader: Reader): Statement[] {
  const { page, locale, question } = reader;
  const subject = keySetOf(contentWords(page.product.title));
  const asked = new Set(question.content.flatMap(keysOf).filter((key) => !subject.has(key)));
  return page.product.attributes
    .filter(({ name, value }) =>
      [name, attributeWord(name, locale), value]
        .flatMap(contentWords)
        .map(keysOf)
        .some((keys) => !hasAny(subject, keys) && hasAny(asked, keys)),
    )
    .slice(0, MOST_ATTRIBUTES)
    .map((attribute) => attributeStatement(reader, attribute));
}

const buying: readonly string[] = ['price', 'compare_at', 'stock'];

/** Returns what the shopper may do next. Nothing happens until they press it. */
function proposalsFor({ product }: AgentPage, topic: SourceField, named: readonly PageVariant[]): Proposal[] {
  const [only] = named;
  if (topic === 'variant' && named.length === 1 && only) {
    if (only.productId !== product.id) return [{ kind: 'show_variant', productId: only.productId }];
    return only.available > 0 ? [{ kind: 'add_to_cart', productId: product.id, qty: 1 }] : [];
  }
  return buying.includes(topic) && product.available > 0
    ? [{ kind: 'add_to_cart', productId: product.id, qty: 1 }]
    : [];
}
