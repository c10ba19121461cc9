/** Due times of five-field cron schedules, UTC. */
export interface Schedule {
  /** Returns the first time after `after` at which the schedule is due. */
  nextAfter(schedule: string, after: Date): Date;
}
