import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass, Field, type FieldFrame, fieldAria } from './field.tsx';

export function TextAreaField({
  label,
  hint,
  error,
  note,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldFrame) {
  const frame = { id: area.id, label, hint, error, note };
  return (
    <Field {...frame}>
      <textarea rows={3} {...area} {...fieldAria(frame)} className={classNames(controlClass, 'resize-y', className)} />
    </Field>
  );
}
