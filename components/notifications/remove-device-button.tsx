'use client';

import { EndButton, type EndButtonTexts } from '#components/account/end-button.tsx';
import { isThisDevice, removeDevice, turnOffPush } from '#lib/web/notifications/push.ts';

/** Sends one device no more pushes; this browser gives its address up as well. */
export function RemoveDeviceButton({ device, ...texts }: EndButtonTexts & { readonly device: string }) {
  return (
    <EndButton {...texts} end={async () => ((await isThisDevice(device)) ? turnOffPush() : removeDevice(device))} />
  );
}
