import type { ComponentProps, ReactNode } from 'react';

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  readonly children: ReactNode;
  readonly hint?: ReactNode;
};

/** Shows one of a few options, with a line of explanation. */
export function RadioCard({ children, hint, ...input }: RadioCardProps) {
  return (
    <label className="flex min-h-13 items-start gap-3 rounded-md border border-line-strong bg-surface p-4 has-checked:border-primary has-checked:bg-primary-soft has-disabled:border-line has-disabled:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2">
      <input {...input} type="radio" className="mt-0.5 size-5 shrink-0 accent-primary focus-visible:outline-none" />
      <span className="min-w-0">
        <span className="block font-medium">{children}</span>
        {hint && <span className="mt-0.5 block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
