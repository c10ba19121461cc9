import { classNames } from './class-names.ts';

/** Shows a placeholder box for content that is still loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('skeleton block rounded-md bg-sunken', className)} />;
}
