import { classNames } from './class-names.ts';

/** A box that keeps the place of what is coming. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('skeleton block rounded-md bg-sunken', className)} />;
}
