// Finds a browser for the tests: CHROMIUM_PATH, else the first known name on PATH.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const dir of (process.env.PATH ?? '').split(delimiter))
    for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
      if (existsSync(join(dir, name))) return join(dir, name);
}
