// A separate process over the data folder of a shop, in which a seller does one thing and all that follows from it:
// `selling-worker.ts <folder> <userId> <deed> <argument>`. A fault point may kill it.

import { readFileSync } from 'node:fs';
import { Users } from '#lib/auth/collections.ts';
import { systemContext, type UserContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { uploadMedia } from '#lib/store/media/upload-media.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { importProducts } from '#lib/store/products/import-products.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { buildRuntime } from '#services/runtime.ts';

const [folder = '', userId = '', deed = '', argument = ''] = process.argv.slice(2);
const { FAULT_AT, FAULT_MODE } = process.env;
const runtime = await buildRuntime(
  readEnv({ from: { NODE_ENV: 'test', LOG_LEVEL: 'silent', PLAZA_DATA_DIR: folder, FAULT_AT, FAULT_MODE } }),
);
const { data: user } = await runtime.data.need(Users, userId);
const ctx: UserContext = {
  ...systemContext(runtime, 'req_worker', 'session'),
  user: { ...user, id: userId },
  session: null,
};
const vendorId = user.vendorId ?? '';

switch (deed) {
  case 'refuse': {
    const because = { code: 'out_of_stock', reason: 'The last vase broke' } as const;
    await refusePart(ctx, { vendorId, isOther: false }, argument, because);
    break;
  }
  case 'import': {
    const call = { vendorId, bytes: readFileSync(argument), dryRun: false, key: 'goods-of-may' };
    await importProducts(ctx, await actingVendor(ctx, 'write'), call);
    break;
  }
  case 'upload': {
    const owner = { kind: 'vendor', vendorId } as const;
    await uploadMedia(ctx, { bytes: readFileSync(argument), use: 'product', owner });
  }
}
await runtime.drain();
await runtime.data.close();
process.exit(0);
