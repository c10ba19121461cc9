import { Cron } from 'croner';
import type { Schedule } from '#lib/context/ports/schedule.ts';

/** Due times by croner: five fields, UTC. A schedule that never comes, or is no schedule, throws. */
export const openSchedule = (): Schedule => ({
  nextAfter(schedule, after) {
    const next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(after);
    if (next === null) throw new Error(`the schedule ${schedule} never comes`);
    return next;
  },
});
