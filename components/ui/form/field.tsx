import type { ReactNode } from 'react';

export type FieldFrame = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Says that the field is optional, e.g. "optional". */
  readonly note?: string | undefined;
};

/** Returns the attributes that connect the control of a `Field` to its hint and its error. */
export const fieldAria = ({ id, hint, error }: FieldFrame) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
});

/** The classes shared by inputs, text areas and selects. */
export const controlClass =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-text placeholder:text-muted aria-invalid:border-danger disabled:bg-sunken';

/** Shows a label, its control, and the hint and error of the control. */
export function Field({ id, label, hint, error, note, children }: FieldFrame & { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {note && <span className="font-normal text-muted"> ({note})</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
