import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/form/select.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

type CountryPickerProps = {
  readonly chosen: readonly string[];
  readonly countries: readonly NamedCountry[];
  readonly error: string | undefined;
  readonly texts: SellerTexts<'deliveries'>;
  readonly locale: Locale;
};

/** Collects countries one by one. The form gets one `countries` field for each. */
export function CountryPicker({ chosen, countries, error, texts, locale }: CountryPickerProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [codes, setCodes] = useState(chosen);
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code;
  const add = () => {
    const code = select.current?.value;
    if (code && !codes.includes(code)) setCodes([...codes, code]);
  };
  const drop = (code: string) => {
    setCodes(codes.filter((kept) => kept !== code));
    // The pressed button goes away, and the focus would be lost with it.
    select.current?.focus();
  };

  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{texts.countries}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {texts.countriesHint}
      </p>
      {codes.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {codes.map((code) => (
            <li key={code} className="flex items-center rounded-md border border-line ps-3">
              {nameOf(code)}
              <input type="hidden" name="countries" value={code} />
              <button
                type="button"
                aria-label={fill(texts.removeCountry, { country: nameOf(code) }, locale)}
                onClick={() => drop(code)}
                className={iconButtonClass}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-48">
          <Select ref={select} aria-label={texts.country} defaultValue="UA">
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <Button look="secondary" onClick={add}>
          {texts.addCountry}
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
