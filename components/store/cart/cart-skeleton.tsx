import { Skeleton } from '#components/ui/skeleton.tsx';

/** Shows placeholders for the lines and the total until the browser's cart is read. */
export function CartSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <span className="sr-only">{label}</span>
      <div className="flex flex-col gap-5 border-t border-line pt-5">
        {['first', 'second'].map((line) => (
          <div key={line} className="grid grid-cols-[5.5rem_1fr] gap-4 sm:grid-cols-[7rem_1fr]">
            <Skeleton className="aspect-square" />
            <div className="flex flex-col gap-3">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-5 w-1/4" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}
