'use client';

import { EndButton, type EndButtonTexts } from '#components/account/end-button.tsx';
import { removeDevice } from '#lib/web/push.ts';

/** Sends one device no more pushes. */
export function RemoveDeviceButton({ device, ...texts }: EndButtonTexts & { readonly device: string }) {
  return <EndButton {...texts} end={() => removeDevice(device)} />;
}
