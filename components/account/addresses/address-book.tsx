'use client';

import { useState } from 'react';
import { EndButton } from '#components/account/end-button.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';
import { patch, post, remove } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { addressIn, addressProblems, placeText } from './address-form.ts';
import { BookFields } from './book-fields.tsx';

const PATH = '/api/account/addresses';

type AddressBookProps = {
  readonly addresses: readonly AddressView[];
  readonly countries: readonly NamedCountry[];
  readonly locale: Locale;
  readonly texts: Texts<'addresses'>;
};

/** Shows the saved addresses of a user, with a dialog that adds or edits one. */
export function AddressBook({ addresses, countries, locale, texts }: AddressBookProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog((error) =>
    problemText(error, { other: texts.failed, TooManyAddresses: texts.full }),
  );
  const [edited, setEdited] = useState<AddressView | null>(null);
  const edit = (address: AddressView | null) => {
    setEdited(address);
    open();
  };
  const save = (data: FormData, close: () => void) =>
    run(() => (edited ? patch(`${PATH}/${edited.id}`, addressIn(data)) : post(PATH, addressIn(data))), close);
  const countryOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code;

  return (
    <div className="flex flex-col items-start gap-6">
      {addresses.length === 0 && <p className="text-muted">{texts.empty}</p>}
      {addresses.length > 0 && (
        <ul className="w-full">
          {addresses.map((address, at) => (
            <li
              key={address.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4 first:pt-0 last:border-0"
            >
              <div className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {address.label || address.name}
                  {at === 0 && address.lastUsedAt !== null && <Badge>{texts.lastUsed}</Badge>}
                </p>
                <p className="text-sm text-muted">
                  {[address.label && address.name, address.phone].filter(Boolean).join(', ')}
                </p>
                <p className="text-sm text-muted">
                  {[placeText(address), address.postalCode, countryOf(address.country)].filter(Boolean).join(', ')}
                </p>
              </div>
              <PressButton
                look="secondary"
                size="small"
                aria-label={fill(texts.editOf, { place: placeText(address) }, locale)}
                onPress={() => edit(address)}
              >
                {texts.edit}
              </PressButton>
              <EndButton
                end={() => remove(`${PATH}/${address.id}`)}
                label={texts.remove}
                name={fill(texts.removeOf, { place: placeText(address) }, locale)}
                failed={texts.failed}
              />
            </li>
          ))}
        </ul>
      )}
      <PressButton look="secondary" onPress={() => edit(null)}>
        {texts.add}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={edited ? texts.edit : texts.add}
          submit={texts.save}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data) => addressProblems(addressIn(data), texts)}
          onSubmit={save}
          onClose={onClose}
        >
          {(errors) => <BookFields address={edited} {...{ countries, errors, texts }} />}
        </FormDialog>
      )}
    </div>
  );
}
