import { type Cursor, from } from '#lib/data/query.ts';
import { ProcessRuns } from './collections.ts';
/** The runs of a process: the first is the one that counts for when it is due. */
export const runsNewestFirst = (processId: string, limit: number, after?: Cursor) =>
  from(ProcessRuns).where('processId', '==', processId).orderBy('startedAt', 'desc').limit(limit).after(after);
