import { hasRightsOf } from '#lib/auth/values.ts';
import type { ChannelSource } from '#lib/tunnel/ports.ts';
import { publish } from '#lib/tunnel/publish.ts';
import type { OverviewArea } from '#lib/tunnel/values.ts';

/** The console's channel: hints for admins that an area has changed. The channel has no recoverable state. */
export const overviewSource: ChannelSource = {
  mayListen: async ({ user }) => hasRightsOf('admin', user),
  head: async () => ({ cursor: '0~s', snapshot: [] }),
};

/** Notifies open consoles that data in these areas has changed. Call this after the commit. */
export const publishOverviewChange = (
  ctx: Parameters<typeof publish>[0],
  ...areas: readonly OverviewArea[]
): Promise<void> => publish(ctx, [{ channel: 'admin:desk', event: 'desk.changed', data: { areas } }]);
