import type { Context } from '#lib/context/context.ts';
import { VendorTokens } from './collections.ts';
import { tokensNewestFirst } from './queries.ts';

/** Rows of one transaction. */
const SLICE = 100;

/** Deletes every token of a vendor. Safe to run again. */
export async function forgetTokens({ data }: Pick<Context, 'data'>, vendorId: string): Promise<void> {
  for (;;) {
    const { rows } = await data.find(tokensNewestFirst(vendorId, SLICE));
    if (rows.length === 0) return;
    await data.batch((write) => {
      for (const { id } of rows) write.delete(VendorTokens, id);
    });
  }
}
