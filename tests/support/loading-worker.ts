// A process that builds the runtime of its environment and prints every module loaded for it, as one line of JSON.
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
const { readEnv } = await import('#lib/core/env/env.ts');
const { buildRuntime } = await import('#services/runtime.ts');

const { data, search } = await buildRuntime(readEnv());
await search.revision('products');
await data.close();
process.stdout.write(`${JSON.stringify([...loaded])}\n`);
