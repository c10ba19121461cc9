import { type ChangeEvent, useRef } from 'react';
import { TextField } from '#components/ui/form/text-field.tsx';
import { CODE_DIGITS } from '#lib/auth/limits.ts';
import { digitsOf } from './code-digits.ts';

type CodeFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
};

/**
 * Shows one field for the six-digit code, so that phones can autofill the emailed code. The sixth digit, typed or
 * pasted, submits the form. The same code is submitted only once.
 */
export function CodeField({ label, hint, error }: CodeFieldProps) {
  const tried = useRef('');
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const code = digitsOf(event.target.value);
    event.target.value = code;
    // A seventh digit changes nothing. Submitting the same six again would only use up an attempt.
    if (code.length < CODE_DIGITS || code === tried.current) return;
    tried.current = code;
    event.target.form?.requestSubmit();
  };

  return (
    <TextField
      id="sign-in-code"
      name="code"
      label={label}
      hint={hint}
      error={error}
      required
      pattern="[0-9]{6}"
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={change}
      className="max-w-64 py-3 text-center font-mono text-2xl tracking-[0.35em] tabular-nums"
    />
  );
}
