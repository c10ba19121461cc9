import { Building2, Info, MessageCircle, Sparkles, Wallet } from 'lucide-react';
import type { NotificationType } from '#lib/notifications/values.ts';

const icons = {
  OPPORTUNITY: Sparkles,
  MESSAGE: MessageCircle,
  ENTITY: Building2,
  SYSTEM: Info,
  WALLET: Wallet,
} as const satisfies Record<NotificationType, unknown>;

/** Shows the type of a notification as an icon. The text names the type too, so the icon is hidden from screen readers. */
export function NotificationIcon({ type }: { readonly type: NotificationType }) {
  const Icon = icons[type];
  return <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />;
}
