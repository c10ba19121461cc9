// Loaded into the servers of a run: the first SIGUSR2 begins to watch the event loop, the next one writes what was seen into
// the file its process is told by LAG_DIR: the longest time the loop was held by the clock, and the longest of which this
// thread used the processor. A machine that is busy with something else lengthens the first alone.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const BEAT_MS = 5;
const delay = monitorEventLoopDelay({ resolution: BEAT_MS });
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
};
let timer;
let heldCpuMs = 0;

function watch() {
  heldCpuMs = 0;
  let [at, cpu] = [performance.now(), cpuMs()];
  timer = setInterval(() => {
    const [nowAt, nowCpu] = [performance.now(), cpuMs()];
    heldCpuMs = Math.max(heldCpuMs, Math.min(nowAt - at - BEAT_MS, nowCpu - cpu));
    [at, cpu] = [nowAt, nowCpu];
  }, BEAT_MS).unref();
  delay.reset();
  delay.enable();
}

process.on('SIGUSR2', () => {
  if (!timer) return watch();
  clearInterval(timer);
  timer = undefined;
  delay.disable();
  const seen = { clockMs: Math.round(delay.max / 1e6), cpuMs: Math.round(heldCpuMs) };
  writeFileSync(join(process.env.LAG_DIR ?? '.', `${process.pid}.lag`), JSON.stringify(seen));
});
