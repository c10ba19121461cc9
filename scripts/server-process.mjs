// How the server process is started, by every command and every test that starts one.
import { join } from 'node:path';

// V8 sizes its heap by the machine: on a large one a server whose live heap is 45 MB grows to 400 MB of memory because
// collecting is put off. Collecting sooner costs little CPU and leaves the machine to others. Not too soon either: one
// purchase in a hundred may meet a collection of the whole heap, which holds it up for 60 ms; at 30 percent it was one in
// sixty. Neither flag is a limit: a heap that needs more still gets it.
const heap = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** Where the build puts the server process, as the framework puts its pages beside it. */
export const bundle = '.next/plaza';

export const serverEntry = `${bundle}/services/run/web.mjs`;
export const serverArguments = [...heap, serverEntry];
/** In development it runs from the sources. */
export const developmentArguments = [...heap, 'services/run/web.ts', '--dev'];

/** What every command that runs the framework is given, the server included. */
export const toolEnvironment = {
  // What Node has compiled once it need not compile at the next start, which takes half the time then.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
  // Node itself strips the types of `next.config.ts`. Without this Next loads its compiler to read that one file.
  __NEXT_NODE_NATIVE_TS_LOADER_ENABLED: 'true',
};

// glibc keeps what is freed: it gives every thread a pool of its own, and each larger block that comes and goes raises the
// bar for giving back. Two pools and a bar that stays where it is are 20 to 40 MB less after a day of load.
export const serverEnvironment = {
  ...toolEnvironment,
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};
