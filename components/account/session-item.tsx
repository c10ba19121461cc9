import { Monitor, Smartphone } from 'lucide-react';
import { getFormatter } from 'next-intl/server';
import { Badge } from '#components/ui/badge.tsx';
import type { SessionList } from '#lib/auth/schemas/session.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { EndSessionButton } from './end-session-button.tsx';

const isPhone = (device: string) => /iOS|Android/.test(device);

/** Shows one session of a user: its device, its times and a button to end it. */
export async function SessionItem({ session }: { readonly session: SessionList['sessions'][number] }) {
  const [{ t }, format] = await Promise.all([pageTexts('account'), getFormatter()]);
  const timeOf = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const device = session.device || t('unknownDevice');
  const Icon = isPhone(session.device) ? Smartphone : Monitor;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4 first:pt-0 last:border-0">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.current && <Badge tone="success">{t('thisBrowser')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {t('since', { at: timeOf(session.createdAt) })}, {t('lastSeen', { at: timeOf(session.lastSeenAt) })}
        </p>
      </div>
      {!session.current && (
        <EndSessionButton
          path={`/api/auth/sessions/${session.id}`}
          label={t('end')}
          name={t('endOf', { device, at: timeOf(session.lastSeenAt) })}
          failed={t('failed')}
        />
      )}
    </li>
  );
}
