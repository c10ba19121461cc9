import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorAnswerName } from './vendor-answers.ts';

/** A country by its code, with its name in the reader's language. */
export type Country = { readonly code: string; readonly name: string };

type VendorFieldsProps = {
  readonly names: readonly VendorAnswerName[];
  readonly countries: readonly Country[];
  readonly answers: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: SellerTexts<'apply'>;
};

/** How a browser fills a plain field, and how long its text may be. */
const inputs = {
  name: { maxLength: 120, autoComplete: 'organization' },
  contactEmail: { type: 'email', maxLength: 254, autoComplete: 'email' },
  phone: { type: 'tel', maxLength: 32, autoComplete: 'tel' },
  legalName: { maxLength: 200, autoComplete: 'name' },
  taxId: { maxLength: 40, autoComplete: 'off', spellCheck: false },
  accountHolder: { maxLength: 120, autoComplete: 'off' },
  iban: { maxLength: 42, autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
} as const;
const hints: Partial<Record<VendorAnswerName, keyof SellerTexts<'apply'>>> = {
  name: 'nameHint',
  legalName: 'legalNameHint',
  iban: 'ibanHint',
};

/** Shows a field for each of the named answers of an application to sell. */
export function VendorFields({ names, countries, answers, errors, texts }: VendorFieldsProps) {
  const id = useId();
  return names.map((name) => {
    const hint = hints[name];
    const frame = {
      id: `${id}-${name}`,
      name,
      label: texts[name],
      error: errors[name],
      defaultValue: answers[name],
      ...(hint && { hint: texts[hint] }),
    };
    if (name === 'about')
      return (
        <div key={name} className="sm:col-span-2">
          <TextAreaField {...frame} note={texts.optional} rows={4} maxLength={4000} />
        </div>
      );
    if (name === 'country')
      return (
        <SelectField key={name} {...frame} autoComplete="country" required>
          <option value="">{texts.choose}</option>
          {countries.map(({ code, name: country }) => (
            <option key={code} value={code}>
              {country}
            </option>
          ))}
        </SelectField>
      );
    return (
      <TextField
        key={name}
        {...frame}
        {...inputs[name]}
        {...(name === 'phone' ? { note: texts.optional } : { required: true })}
      />
    );
  });
}
