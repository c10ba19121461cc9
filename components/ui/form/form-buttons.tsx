import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { ButtonStyle } from '#components/ui/button-look.ts';

type FormButtonsProps = Pick<ButtonStyle, 'look'> & {
  readonly submit: string;
  readonly busy?: boolean;
  readonly cancel: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
};

/** Shows the buttons at the end of a form: submit, cancel and any further buttons. */
export function FormButtons({ submit, look, busy = false, cancel, onCancel, children }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" look={look} busy={busy}>
        {submit}
      </Button>
      <Button look="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  );
}
