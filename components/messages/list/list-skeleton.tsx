import { Skeleton } from '#components/ui/skeleton.tsx';

/** Shows the placeholder of a list that is loading. */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-1 px-4 pt-2">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((at) => (
        <div key={at} className="flex h-18 items-center gap-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex grow flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
