/** Ends a process that cannot start, with one line that names the setting to change. */
export function refuseToStart(why: string): never {
  process.stderr.write(`plaza cannot start: ${why.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exit(1);
}
