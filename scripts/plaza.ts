// Commands of the operator, with or without a running server: `npm run plaza -- doctor`.
import { runCommand } from '#services/run/operator/commands.ts';

const { lines, isDone } = await runCommand(process.argv.slice(2), {
  from: process.env,
  now: () => new Date(),
}).catch((error: unknown) => ({
  lines: [error instanceof Error ? error.message : String(error)],
  isDone: false,
}));
for (const text of lines) console.log(text);
process.exit(isDone ? 0 : 1);
