'use client';

import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass, Field, type FieldFrame, fieldAria } from './field.tsx';
import { useShownError } from './use-shown-error.ts';

type TextFieldProps = ComponentProps<'input'> & FieldFrame;

export function TextField({ label, hint, error: wrong, note, className, onInput: typed, ...input }: TextFieldProps) {
  const { error, onInput } = useShownError({ error: wrong, onInput: typed });
  const frame = { id: input.id, label, hint, error, note };
  return (
    <Field {...frame}>
      <input
        type="text"
        {...input}
        onInput={onInput}
        {...fieldAria(frame)}
        className={classNames(controlClass, className)}
      />
    </Field>
  );
}
