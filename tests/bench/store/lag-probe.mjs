// Loaded into the servers of a run. The first SIGUSR2 starts watching the event loop. The next one writes the result
// into a file in LAG_DIR: the longest time the loop was held by the clock, and the longest CPU time of this thread
// while it was held. A machine busy with other work lengthens only the first.
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
