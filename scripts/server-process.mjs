// How the server process is started, by every command and every test that starts one.

// V8 sizes its heap by the machine: on a large one a server whose live heap is 45 MB grows to 400 MB of memory because
// collecting is put off. Collecting sooner costs little CPU and leaves the machine to others. Neither flag is a limit:
// a heap that needs more still gets it.
const heap = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

export const serverArguments = [...heap, 'services/run/web.ts'];

/** glibc gives every thread a pool of its own and hardly ever gives back what lies free in them: two are enough. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };
