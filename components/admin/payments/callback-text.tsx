/** Shows the masked body of a callback, collapsed at first. */
export function CallbackText({ text }: { readonly text: string }) {
  return (
    <details>
      <summary className="text-sm text-muted">Masked body</summary>
      <pre className="mt-2 rounded-md bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap">{text}</pre>
    </details>
  );
}
