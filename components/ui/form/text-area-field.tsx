import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass, Field, type FieldFrame, fieldAria } from './field.tsx';
import { useShownError } from './use-shown-error.ts';

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldFrame;

export function TextAreaField({
  label,
  hint,
  error: wrong,
  note,
  className,
  onInput: typed,
  ...area
}: TextAreaFieldProps) {
  const { error, onInput } = useShownError({ error: wrong, onInput: typed });
  const frame = { id: area.id, label, hint, error, note };
  return (
    <Field {...frame}>
      <textarea
        rows={3}
        {...area}
        onInput={onInput}
        {...fieldAria(frame)}
        className={classNames(controlClass, 'resize-y', className)}
      />
    </Field>
  );
}
