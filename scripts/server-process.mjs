// How every command and every test starts the server process.
import { join } from 'node:path';

// V8 sizes its heap by the machine. On a large one, a server with a live heap of 45 MB grows to 400 MB because
// collection is delayed. Earlier collection costs little CPU and leaves memory to others. It should not be too early
// either. At 50 percent, one purchase in a hundred meets a full collection of 60 ms; at 30 percent it was one in
// sixty. Neither flag is a limit: a heap that needs more still gets it.
const heap = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** Where the build puts the server process, beside the pages of the framework. */
export const bundle = '.next/plaza';

export const serverEntry = `${bundle}/services/run/web.mjs`;
export const serverArguments = [...heap, serverEntry];
/** In development it runs from the sources. */
export const developmentArguments = [...heap, 'services/run/web.ts', '--dev'];

/** The environment of every command that runs the framework, including the server. */
export const toolEnvironment = {
  // Node caches compiled code here, so that the next start takes half the time.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
  // Node itself strips the types of `next.config.ts`. Without this, Next loads its compiler for that one file.
  __NEXT_NODE_NATIVE_TS_LOADER_ENABLED: 'true',
};

// glibc keeps freed memory: every thread gets an arena of its own, and each freed larger block raises the threshold
// for returning memory. Two arenas and a fixed threshold save 20 to 40 MB after a day of load.
export const serverEnvironment = {
  ...toolEnvironment,
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
