import { Button } from '#components/ui/button.tsx';

type SaveRowProps = { readonly label: string; readonly busy: boolean; readonly saved: string | false };

/** Shows the button that saves a form, and beside it the message that the form was saved. */
export const SaveRow = ({ label, busy, saved }: SaveRowProps) => (
  <div className="flex items-center gap-4">
    <Button type="submit" busy={busy}>
      {label}
    </Button>
    <p role="status" className="text-success">
      {saved}
    </p>
  </div>
);
