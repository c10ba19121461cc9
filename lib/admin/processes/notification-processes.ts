import { releaseDeferred } from '#lib/notifications/deliver/release.ts';
import { recountSome } from '#lib/notifications/list/counts.ts';
import { sweepDue } from '#lib/notifications/list/expiry.ts';
import { clearDevices } from '#lib/notifications/push/hygiene.ts';
import { DAILY, EVERY_MINUTE, HOURLY } from './cron-expressions.ts';
import { failureOf, type Process, untilEmpty } from './process.ts';

/** The processes of notifications and push. */
export const notificationProcesses: readonly Process[] = [
  {
    id: 'notification-digest',
    name: 'Digests',
    description: 'Sends notifications held back for a digest or for quiet hours.',
    schedule: EVERY_MINUTE,
    run: untilEmpty(releaseDeferred),
  },
  {
    id: 'notification-expiry',
    name: 'Old notifications',
    description: 'Archives notifications that have expired or were read long ago, and deletes the oldest.',
    schedule: HOURLY,
    run: untilEmpty(sweepDue),
  },
  {
    id: 'notification-recount',
    name: 'Notification counts',
    description: 'Recounts each user’s notifications, the longest unchecked first, and corrects wrong counts.',
    schedule: DAILY,
    async run(ctx) {
      const { seen, wrong } = await recountSome(ctx);
      return {
        counts: { seen, done: seen, failed: wrong },
        cursor: null,
        failure: failureOf('CountsDrifted', wrong),
      };
    },
  },
  {
    id: 'push-hygiene',
    name: 'Devices',
    description: 'Removes devices that no longer accept push notifications or were not seen for three months.',
    schedule: DAILY,
    run: untilEmpty(clearDevices),
  },
];
