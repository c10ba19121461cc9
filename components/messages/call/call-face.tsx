import { classNames } from '#components/ui/class-names.ts';

type CallFaceProps = { readonly name: string; readonly isRinging?: boolean; readonly isLarge?: boolean };

/** Stands for somebody of whom there is no picture. */
export function CallFace({ name, isRinging = false, isLarge = false }: CallFaceProps) {
  const [letter = ''] = name.trim();
  return (
    <span
      aria-hidden
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary uppercase',
        isLarge ? 'size-24 text-4xl' : 'size-12 text-xl',
        isRinging && 'call-ringing',
      )}
    >
      {letter}
    </span>
  );
}
