const MOST_SHOWN = 99;

/** A count as a badge has room for it. */
export const countText = (count: number): string => (count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count));

/** How much is new, on the icon it belongs to. What it says for listeners is in the name of the icon's button. */
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
