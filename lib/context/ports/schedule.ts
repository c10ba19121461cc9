/** Due times of schedules in five fields, UTC. */
export interface Schedule {
  /** The first moment after `after` at which the schedule is due. */
  nextAfter(schedule: string, after: Date): Date;
}
