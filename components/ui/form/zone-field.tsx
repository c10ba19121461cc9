import type { ComponentProps } from 'react';
import type { FieldFrame } from './field.tsx';
import { TextField } from './text-field.tsx';

type ZoneFieldProps = ComponentProps<'input'> & FieldFrame & { readonly zones: readonly string[] };

/** Shows a text field for a time zone. The browser suggests the zones that contain the typed text. */
export function ZoneField({ zones, ...field }: ZoneFieldProps) {
  const list = `${field.id}-zones`;
  return (
    <>
      <TextField {...field} list={list} required autoComplete="off" autoCapitalize="none" spellCheck={false} />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
