/** Milliseconds of this thread's own work: unlike those of a clock they do not grow on a busy machine. */
export async function cpuTimeOf<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, result };
}
