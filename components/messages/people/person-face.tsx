import { classNames } from '#components/ui/class-names.ts';

type PersonFaceProps = { readonly name: string; readonly className?: string };

/** The first letter of somebody's name, for the eye. */
export const PersonFace = ({ name, className }: PersonFaceProps) => (
  <span
    aria-hidden
    className={classNames(
      'flex size-10 shrink-0 items-center justify-center rounded-full bg-neutral-soft font-semibold text-text uppercase',
      className,
    )}
  >
    {Array.from(name.trim())[0] ?? '?'}
  </span>
);
