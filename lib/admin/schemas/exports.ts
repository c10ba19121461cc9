import { z } from 'zod';
import { exportLists } from '#lib/admin/exports/values.ts';

export const exportParams = z.object({ list: z.enum(exportLists) });

const filter = z.string().max(320).optional();
/** The filters of all lists. Each list accepts those of its page and rejects the others. */
export const exportQuery = z.strictObject({
  ...{ status: filter, purpose: filter, processor: filter, attention: filter, vendorId: filter, state: filter },
  ...{ kind: filter, type: filter, channel: filter, q: filter, email: filter, name: filter, company: filter },
  ...{ who: filter, period: filter, actor: filter, target: filter, action: filter, result: filter },
  ...{ from: filter, to: filter, process: filter, range: filter },
});
