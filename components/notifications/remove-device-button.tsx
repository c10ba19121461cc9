'use client';

import { EndButton, type EndButtonTexts } from '#components/account/end-button.tsx';
import { isThisDevice, removeDevice, turnOffPush } from '#lib/web/notifications/push.ts';

/** Stops pushes to one device. If it is this browser, its subscription is removed as well. */
export function RemoveDeviceButton({ device, ...texts }: EndButtonTexts & { readonly device: string }) {
  return (
    <EndButton {...texts} end={async () => ((await isThisDevice(device)) ? turnOffPush() : removeDevice(device))} />
  );
}
