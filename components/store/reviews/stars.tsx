import { classNames } from '#components/ui/class-names.ts';

type StarsProps = { readonly rating: number; readonly label: string; readonly className?: string };

/** Shows a rating as five stars. Screen readers hear the label. */
export const Stars = ({ rating, label, className }: StarsProps) => (
  <span role="img" aria-label={label} className={classNames('tracking-tight whitespace-nowrap text-accent', className)}>
    {'★'.repeat(rating)}
    <span className="text-line-strong">{'★'.repeat(5 - rating)}</span>
  </span>
);
