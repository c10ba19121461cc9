import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { documentTypes } from '#lib/admin/verification/values.ts';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { AnswerName, Answers } from './answers-in.ts';

/** The data of the form that does not depend on the application. */
export type AnswerForm = {
  readonly countries: readonly NamedCountry[];
  /** The birth date of a person who is 18 today. */
  readonly latestBirthDate: string;
};

type AnswerFieldsProps = {
  readonly form: AnswerForm;
  readonly names: readonly AnswerName[];
  readonly answers: Answers;
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'verification'>;
};

/** Shows a field for each of the named answers. */
export function AnswerFields({ form, names, answers, errors, texts }: AnswerFieldsProps) {
  const { countries, latestBirthDate } = form;
  const id = useId();
  const has = (name: AnswerName) => names.includes(name);
  const frame = (name: AnswerName) => ({
    id: `${id}-${name}`,
    name,
    label: texts[name],
    error: errors[name],
    defaultValue: answers[name],
  });

  return (
    <>
      {has('legalName') && (
        <TextField {...frame('legalName')} hint={texts.legalNameHint} maxLength={120} autoComplete="name" required />
      )}
      {has('birthDate') && (
        <TextField {...frame('birthDate')} type="date" max={latestBirthDate} autoComplete="bday" required />
      )}
      {has('country') && (
        <SelectField {...frame('country')} autoComplete="country" required>
          <option value="">{texts.choose}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {has('documentType') && (
        <SelectField {...frame('documentType')} required>
          <option value="">{texts.choose}</option>
          {documentTypes.map((type) => (
            <option key={type} value={type}>
              {texts[`document_${type}`]}
            </option>
          ))}
        </SelectField>
      )}
      {has('documentNumberLast4') && (
        <TextField
          {...frame('documentNumberLast4')}
          hint={texts.documentNumberHint}
          maxLength={4}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
      {has('note') && <TextAreaField {...frame('note')} note={texts.optional} rows={2} maxLength={500} />}
    </>
  );
}
