import { Skeleton } from '#components/ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Shows the placeholder of a loading list. */
export const ListSkeleton = () => (
  <div aria-busy="true" className="flex flex-col gap-4 p-3">
    <p className="sr-only">Loading threads…</p>
    <Skeleton className="h-10 w-full" />
    {rows.map((row) => (
      <div key={row} className="flex flex-col gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-5/6" />
        <Skeleton className="h-8 w-full" />
      </div>
    ))}
  </div>
);
