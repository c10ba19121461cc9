import { Cron } from 'croner';
import type { Schedule } from '#lib/context/ports/schedule.ts';

/** Opens schedules by croner: five fields, UTC. An invalid schedule, or one that never occurs, throws. */
export const openSchedule = (): Schedule => ({
  nextAfter(schedule, after) {
    const next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(after);
    if (next === null) throw new Error(`the schedule ${schedule} never occurs`);
    return next;
  },
});
