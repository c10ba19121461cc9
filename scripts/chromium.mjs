// Finds a browser for the tests: CHROMIUM_PATH, else the first known name on PATH. The shell is the same engine
// without windows and tabs, and takes half the CPU. Without it the whole browser runs the tests.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Without a screen, an account, or calls to its vendor. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const findChromium = () => process.env.CHROMIUM_PATH || firstOf(['chromium-headless-shell', ...whole]);

/** Finds the browser with windows and tabs, because the shell lets no page show notifications. */
export const findWholeChromium = () => firstOf(whole);

function firstOf(names) {
  const dirs = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => dirs.map((dir) => join(dir, name))).find((path) => existsSync(path));
}
