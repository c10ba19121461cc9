type QuotedProps = { readonly title: string; readonly text: string };

/** Shows what somebody wrote, as they wrote it. */
export const Quoted = ({ title, text }: QuotedProps) => (
  <div className="flex flex-col gap-2">
    <h4 className="text-sm font-medium">{title}</h4>
    <blockquote dir="auto" className="border-s-4 border-line-strong ps-3 whitespace-pre-line wrap-anywhere">
      {text}
    </blockquote>
  </div>
);
