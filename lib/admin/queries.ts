import { type Cursor, from } from '#lib/data/query.ts';
import { ProcessRuns } from './collections.ts';
/** The runs of a process, newest first. The first decides when it is due. */
export const runsNewestFirst = (processId: string, limit: number, after?: Cursor) =>
  from(ProcessRuns).where('processId', '==', processId).orderBy('startedAt', 'desc').limit(limit).after(after);
