import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const looks = {
  info: { frame: 'border-line bg-sunken text-text', Icon: Info },
  success: { frame: 'border-success/40 bg-success-soft text-text', Icon: CircleCheck },
  warning: { frame: 'border-warning/40 bg-warning-soft text-text', Icon: TriangleAlert },
  danger: { frame: 'border-danger/40 bg-danger-soft text-text', Icon: CircleAlert },
} as const;
const inks = { info: 'text-muted', success: 'text-success', warning: 'text-warning', danger: 'text-danger' } as const;

type AlertProps = {
  readonly kind?: keyof typeof looks;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /**
   * Screen readers announce `alert` at once and `status` when idle. Omitted when the alert is part of the first page.
   */
  readonly role?: 'alert' | 'status';
};

/** Shows a message, with an optional action. */
export function Alert({ kind = 'info', title, children, action, role }: AlertProps) {
  const { frame, Icon } = looks[kind];
  return (
    <div role={role} className={classNames('flex gap-3 rounded-md border p-4', frame)}>
      <Icon aria-hidden className={classNames('mt-0.5 size-5 shrink-0', inks[kind])} />
      <div className="min-w-0 grow">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-sm leading-6">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
