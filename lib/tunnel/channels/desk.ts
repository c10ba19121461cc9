import { mayAs } from '#lib/auth/values.ts';
import type { ChannelSource } from '#lib/tunnel/ports.ts';
import { publish } from '#lib/tunnel/publish.ts';
import type { DeskArea } from '#lib/tunnel/values.ts';

/** The console's channel: hints that an area has changed, for admins. It has no state to come back to. */
export const deskSource: ChannelSource = {
  mayListen: async ({ user }) => mayAs('admin', user),
  head: async () => ({ cursor: '0~s', snapshot: [] }),
};

/** Tells open consoles that something in these areas is no longer as they show it. After the commit. */
export const deskChanged = (ctx: Parameters<typeof publish>[0], ...areas: readonly DeskArea[]): Promise<void> =>
  publish(ctx, [{ channel: 'admin:desk', event: 'desk.changed', data: { areas } }]);
