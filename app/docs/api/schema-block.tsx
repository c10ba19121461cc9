/** Renders code that may be wider than the page. It scrolls by itself, also with the keyboard. */
export function SchemaBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-4">
      <pre className="font-mono text-sm leading-6">{text}</pre>
    </section>
  );
}
