/**
 * Shows the logo: a square with a person inside. With `isTight`, narrow screens hide the name from view (not from
 * screen readers), because the header is full.
 */
export function Logo({ isTight = false }: { readonly isTight?: boolean }) {
  return (
    <span className="flex items-center gap-2.5 text-xl font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <rect x="1.5" y="1.5" width="21" height="21" rx="5" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <circle cx="15" cy="15" r="3.25" className="fill-accent" />
      </svg>
      <span className={isTight ? 'max-xs:sr-only' : undefined}>Plaza</span>
    </span>
  );
}
