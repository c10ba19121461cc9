import { TextField } from '#components/ui/form/text-field.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import { EMAIL_PATTERN } from './checkout-draft.ts';
import type { Place } from './first-place.ts';

type ContactFieldsProps = {
  readonly person: { readonly name: string; readonly email: string };
  readonly place: Place | null;
  /** True when a chosen delivery needs the phone. */
  readonly isPhoneNeeded: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'checkout'>;
};

/**
 * Shows the contact fields for the seller. They are prefilled from the last order or the account, so most buyers only
 * check them.
 */
export function ContactFields({ person, place, isPhoneNeeded, errors, texts }: ContactFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-4 text-xl font-semibold tracking-tight">{texts.contact}</legend>
      <TextField
        key={`name-${place?.id}`}
        id="name"
        name="name"
        label={texts.name}
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={place?.name || person.name}
        error={errors.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="email"
          name="email"
          type="email"
          pattern={EMAIL_PATTERN}
          label={texts.email}
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={person.email}
          error={errors.email}
        />
        <TextField
          key={`phone-${place?.id}`}
          id="phone"
          name="phone"
          type="tel"
          label={texts.phone}
          note={isPhoneNeeded ? undefined : texts.optional}
          required={isPhoneNeeded}
          hint={texts.phoneHint}
          autoComplete="tel"
          maxLength={32}
          defaultValue={place?.phone}
          error={errors.phone}
        />
      </div>
    </fieldset>
  );
}
