import { Bell } from 'lucide-react';
import { getFormatter } from 'next-intl/server';
import type { Device } from '#lib/notifications/schemas/registration.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { RemoveDeviceButton } from './remove-device-button.tsx';
import { ThisBrowser } from './this-browser.tsx';

/** Shows one device that receives pushes: its name, when it was last seen, and a button to remove it. */
export async function DeviceItem({ device }: { readonly device: Device }) {
  const [{ t }, format] = await Promise.all([pageTexts('push'), getFormatter()]);
  const name = device.name || t('unknownDevice');
  const at = format.dateTime(new Date(device.lastSeenAt), { dateStyle: 'medium', timeStyle: 'short' });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4 first:pt-0 last:border-0">
      <Bell aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <ThisBrowser device={device.deviceFingerprint} label={t('thisBrowser')} />
        </p>
        <p className="text-sm text-muted">{t('lastSeen', { at })}</p>
      </div>
      <RemoveDeviceButton
        device={device.deviceFingerprint}
        label={t('remove')}
        name={t('removeOf', { device: name, at })}
        failed={t('failed')}
      />
    </li>
  );
}
