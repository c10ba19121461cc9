import { classNames } from '#components/ui/class-names.ts';

type BarProps = {
  readonly value: number;
  readonly max: number;
  /** Omitted when text beside the bar states the value. */
  readonly label?: string;
  readonly className?: string;
};

/** Shows a value as a bar. */
export const Bar = ({ value, max, label, className }: BarProps) => (
  <progress
    max={Math.max(max, 1)}
    value={Math.min(value, Math.max(max, 1))}
    {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    className={classNames(
      'block h-2 w-full appearance-none overflow-hidden rounded-full bg-neutral-soft',
      '[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary',
      className,
    )}
  />
);
