'use client';

import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  readonly children: ReactNode;
  /** A number at the end of the row, for example how many results there are. */
  readonly count?: string | undefined;
};

/**
 * Shows a checkbox whose whole row can be pressed. The row is at least 40 px high. It is a client component, because a
 * page with many filters then sends each name and count beside its HTML, and not the elements of each row.
 */
export function Checkbox({ children, count, className, ...input }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'flex min-h-10 items-center gap-3 rounded-sm text-base has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-primary',
        className,
      )}
    >
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-primary focus-visible:outline-none" />
      <span className="min-w-0 grow">{children}</span>
      {count !== undefined && <span className="text-sm text-muted tabular-nums">{count}</span>}
    </label>
  );
}
