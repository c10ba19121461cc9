import { TextField } from '#components/ui/form/text-field.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { LastUsed } from '#lib/store/orders/last-used.ts';
import { EMAIL_PATTERN } from './checkout-draft.ts';

type ContactFieldsProps = {
  readonly person: { readonly name: string; readonly email: string };
  readonly errors: Readonly<Record<string, string>>;
  readonly texts: Texts<'checkout'>;
};

/** Whom the seller writes to. Filled in from the account, so that most people only look it over. */
export function ContactFields({ person, errors, texts }: ContactFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-4 text-xl font-semibold tracking-tight">{texts.contact}</legend>
      <TextField
        id="name"
        name="name"
        label={texts.name}
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={person.name}
        error={errors.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="email"
          name="email"
          type="email"
          label={texts.email}
          pattern={EMAIL_PATTERN}
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={person.email}
          error={errors.email}
        />
        <TextField
          id="phone"
          name="phone"
          type="tel"
          label={texts.phone}
          note={texts.optional}
          hint={texts.phoneHint}
          autoComplete="tel"
          maxLength={32}
          error={errors.phone}
        />
      </div>
    </fieldset>
  );
}
