import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass, Field, type FieldFrame, fieldAria } from './field.tsx';

export function TextField({ label, hint, error, note, className, ...input }: ComponentProps<'input'> & FieldFrame) {
  const frame = { id: input.id, label, hint, error, note };
  return (
    <Field {...frame}>
      <input type="text" {...input} {...fieldAria(frame)} className={classNames(controlClass, className)} />
    </Field>
  );
}
