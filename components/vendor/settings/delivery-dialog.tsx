import { useId, useState } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { DeliveryView } from '#lib/store/schemas/vendor-delivery.ts';
import { optionMethods } from '#lib/store/values.ts';
import { ApiProblem, patch, post } from '#lib/web/api/api-client.ts';
import {
  type DeliveryField,
  deliveryIn,
  languagesFor,
  refusedFields,
  typedAmount,
} from '#lib/web/seller/delivery-draft.ts';
import { CountryPicker } from './country-picker.tsx';

export const DELIVERIES_PATH = '/api/vendor/deliveries';

type DeliveryDialogProps = {
  /** The option to edit; null for a new one. */
  readonly option: DeliveryView | null;
  readonly countries: readonly NamedCountry[];
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: SellerTexts<'deliveries'>;
  readonly action: Action;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

/** Adds or edits a delivery option. */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const { option, countries, currency, locale, texts, action, onSaved, onClose } = props;
  const id = useId();
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const problemsFor = (fields: readonly DeliveryField[]) =>
    Object.fromEntries(fields.map((field) => [field, texts[`bad_${wordFor(field)}`]]));
  const save = (data: FormData, close: () => void) => {
    const { body } = deliveryIn(data, { currency, locale });
    setRefused({});
    action.act(
      async () => {
        try {
          if (option) await patch(`${DELIVERIES_PATH}/${option.id}`, { ...body, version: option.version });
          else await post(DELIVERIES_PATH, body);
        } catch (error) {
          if (error instanceof ApiProblem) setRefused(problemsFor(refusedFields(error.details)));
          throw error;
        }
      },
      () => {
        close();
        onSaved();
      },
    );
  };

  return (
    <FormDialog
      title={option ? texts.editTitle : texts.addTitle}
      submit={texts.save}
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={(data) => problemsFor(deliveryIn(data, { currency, locale }).wrong)}
      onSubmit={save}
      onClose={onClose}
    >
      {(problems) => {
        const field = (name: DeliveryField) => ({
          ...{ id: `${id}-${name}`, name, error: problems[name] ?? refused[name], autoComplete: 'off' },
        });
        return (
          <>
            {languagesFor(locale).map((language, at) => (
              <TextField
                key={language}
                {...field(`name_${language}`)}
                label={fill(texts.name, { language: languages.of(language) ?? language }, locale)}
                defaultValue={option?.name[language] ?? ''}
                maxLength={60}
                {...(at === 0
                  ? { hint: texts.nameHint, required: true }
                  : { hint: texts.otherNameHint, note: texts.optional })}
              />
            ))}
            <SelectField
              id={`${id}-method`}
              name="method"
              label={texts.method}
              defaultValue={option?.method ?? optionMethods[0]}
            >
              {optionMethods.map((method) => (
                <option key={method} value={method}>
                  {texts[`method_${method}`]}
                </option>
              ))}
            </SelectField>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                {...field('price')}
                label={fill(texts.price, { currency }, locale)}
                hint={texts.priceHint}
                defaultValue={typedAmount(option?.priceMinor ?? null, currency)}
                inputMode="decimal"
                maxLength={16}
                required
              />
              <TextField
                {...field('freeFrom')}
                label={fill(texts.freeFrom, { currency }, locale)}
                hint={texts.freeFromHint}
                note={texts.optional}
                defaultValue={typedAmount(option?.freeFromMinor ?? null, currency)}
                inputMode="decimal"
                maxLength={16}
              />
              {(['minDays', 'maxDays'] as const).map((name) => (
                <TextField
                  key={name}
                  {...field(name)}
                  label={texts[name]}
                  defaultValue={option?.[name] ?? ''}
                  inputMode="numeric"
                  maxLength={3}
                  required
                />
              ))}
            </div>
            <CountryPicker
              chosen={option?.countries ?? []}
              error={refused.countries}
              {...{ countries, texts, locale }}
            />
          </>
        );
      }}
    </FormDialog>
  );
}

type Word = 'name' | Exclude<DeliveryField, `name_${Locale}` | 'method'>;

/** Returns the word for a field in the keys of its messages. */
const wordFor = (field: DeliveryField): Word => {
  if (field === 'name_en' || field === 'name_uk' || field === 'name_ru' || field === 'method') return 'name';
  return field;
};
