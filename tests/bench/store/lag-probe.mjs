// Loaded into the servers of a run: at the first SIGUSR2 it begins to watch the event loop, at the next it writes the longest
// time the loop stood still, in milliseconds, into the file its process is told by LAG_DIR.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
let isWatching = false;

process.on('SIGUSR2', () => {
  if (isWatching) {
    delay.disable();
    writeFileSync(join(process.env.LAG_DIR ?? '.', `${process.pid}.lag`), String(Math.round(delay.max / 1e6)));
  } else {
    delay.reset();
    delay.enable();
  }
  isWatching = !isWatching;
});
