// Finds a browser for the tests: CHROMIUM_PATH, else the first known name on PATH. The shell is the same engine without
// the windows and tabs around it, and takes half the CPU; without it the whole browser runs the tests.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const dirs = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.flatMap((name) => dirs.map((dir) => join(dir, name))).find((path) => existsSync(path));
}
