const MOST_SHOWN = 99;

/** Returns a count as badge text; counts above 99 become "99+". */
export const countText = (count: number): string => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count));

/** Shows a count on an icon. Hidden from screen readers, because the label of the icon's button contains the count. */
export function CountBadge({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-primary-text tabular-nums"
    >
      {countText(count)}
    </span>
  );
}
