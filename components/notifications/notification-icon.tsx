import { Building2, Info, MessageCircle, Sparkles, Wallet } from 'lucide-react';
import type { NotificationType } from '#lib/notifications/values.ts';

const icons = {
  OPPORTUNITY: Sparkles,
  MESSAGE: MessageCircle,
  ENTITY: Building2,
  SYSTEM: Info,
  WALLET: Wallet,
} as const satisfies Record<NotificationType, unknown>;

/** What a notification is about, for the eye; its words say it as well. */
export function NotificationIcon({ type }: { readonly type: NotificationType }) {
  const Icon = icons[type];
  return <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />;
}
