import type { Device } from '#lib/notifications/schemas/registration.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { DeviceItem } from './device-item.tsx';
import { PushSwitch } from './push-switch.tsx';

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
