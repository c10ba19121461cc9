import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass, Field, type FieldFrame, fieldAria } from './field.tsx';

/** Shows a native select, which scrolls, searches and is announced as usual on the device. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={classNames(controlClass, 'appearance-none pe-9', className)}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2" />
    </span>
  );
}

export function SelectField({ label, hint, error, note, ...rest }: ComponentProps<'select'> & FieldFrame) {
  const frame = { id: rest.id, label, hint, error, note };
  return (
    <Field {...frame}>
      <Select {...rest} {...fieldAria(frame)} />
    </Field>
  );
}
