import { Bell } from 'lucide-react';
import { getFormatter } from 'next-intl/server';
import type { Device } from '#lib/notifications/schemas/registration.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { PushSwitch } from './push-switch.tsx';
import { RemoveDeviceButton } from './remove-device-button.tsx';
import { ThisBrowser } from './this-browser.tsx';

type PushDevicesProps = {
  readonly devices: readonly Device[];
  /** Whether web push is configured, so that browsers can receive pushes and not only apps. */
  readonly hasSwitch: boolean;
};

/** Shows the push switch of this browser and all devices that receive pushes. */
export async function PushDevices({ devices, hasSwitch }: PushDevicesProps) {
  const [{ t }, texts] = await Promise.all([pageTexts('push'), clientTexts('push')]);
  return (
    <div className="flex flex-col gap-6">
      {hasSwitch && <PushSwitch listed={devices.map((device) => device.deviceFingerprint).join()} texts={texts} />}
      {devices.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ul>
        {devices.map((device) => (
          <DeviceItem key={device.deviceFingerprint} device={device} />
        ))}
      </ul>
    </div>
  );
}

/** Shows one device that receives pushes: its name, when it was last seen, and a button to remove it. */
async function DeviceItem({ device }: { readonly device: Device }) {
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
