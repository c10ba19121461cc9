import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Price } from '#components/ui/price.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { digitsOf, minorOf, moneyText } from '#lib/i18n/money-text.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';
import { EditorSection } from './editor-section.tsx';
import { Thumbnail } from './thumbnail.tsx';

type PreviewProps = {
  readonly draft: ProductDraft;
  readonly texts: SellerTexts<'editor'>;
  readonly locale: Locale;
};

/** Shows the draft as buyers will see it in each language, and what they may miss. */
export function Preview({ draft, texts, locale }: PreviewProps) {
  const [language, setLanguage] = useState<Locale>(locale);
  const translation = draft.translations[language];
  const title = translation.title || draft.title;
  const description = translation.title ? translation.description : draft.description;
  const [first] = draft.images;
  const missing = locales.filter((known) => draft.translations[known].title.trim() === '');
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const warnings = [
    ...(first ? [] : [texts.noPicture]),
    ...(missing.length > 0
      ? [
          fill(
            texts.noTranslation,
            { languages: missing.map((known) => languages.of(known) ?? known).join(', ') },
            locale,
          ),
        ]
      : []),
  ];
  const amountOf = (typed: string): string | null => {
    const minor = minorOf(typed, digitsOf(draft.currency));
    return minor === null ? null : moneyText(minor, draft.currency, language);
  };
  const price = amountOf(draft.price);
  const was = draft.compareAt === '' ? null : amountOf(draft.compareAt);

  return (
    <EditorSection title={texts.preview}>
      <fieldset aria-label={texts.languages} className="flex flex-wrap gap-2">
        {locales.map((known) => (
          <button
            key={known}
            type="button"
            aria-pressed={known === language}
            onClick={() => setLanguage(known)}
            className={buttonClass({ look: known === language ? 'primary' : 'secondary', size: 'small' })}
          >
            {texts[`tab_${known}`]}
          </button>
        ))}
      </fieldset>
      <article lang={language} className="flex flex-col gap-3">
        {first && <Thumbnail image={first} className="max-w-72" />}
        <h3 className="text-lg wrap-anywhere">{title || '–'}</h3>
        {price && (
          <Price amount={price} was={was === null ? null : { amount: was, label: texts.compareAt }} size="large" />
        )}
        {description && <p className="line-clamp-6 whitespace-pre-line wrap-anywhere">{description}</p>}
      </article>
      {warnings.length > 0 && (
        <Alert kind="warning" title={texts.warnings}>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
    </EditorSection>
  );
}
