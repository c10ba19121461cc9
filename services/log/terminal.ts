import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

type Line = { readonly level: number; readonly time: string; readonly event: string } & Readonly<
  Record<string, unknown>
>;
type Color = Parameters<typeof styleText>[0];

const levels: readonly (readonly [from: number, name: string, color: Color])[] = [
  [50, 'ERROR', 'red'],
  [40, 'WARN ', 'yellow'],
  [30, 'INFO ', 'green'],
  [0, 'DEBUG', 'gray'],
];
const WARN = 40;

export type Terminal = DestinationStream & {
  /** Shows every line from now on; before, only warnings and errors are shown. */
  open(): void;
};

/** Shows the JSON lines of the log to a person: `12:30:01 INFO  order.placed orderId=ord_1`. */
export function openTerminal(write: (text: string) => void): Terminal {
  let isOpen = false;
  return {
    write: (json) => {
      const line: Line = JSON.parse(json);
      if (isOpen || line.level >= WARN) write(`${readable(line)}\n`);
    },
    open: () => {
      isOpen = true;
    },
  };
}

function readable({ level, time, event, error, ...facts }: Line): string {
  const [, name, color] = levels.find(([from]) => level >= from) ?? [0, 'TRACE', 'gray'];
  const shown = Object.entries(facts).map(([key, value]) => `${styleText('dim', `${clean(key)}=`)}${plain(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  return [styleText('dim', clock), styleText(color, name), clean(event), ...shown].join(' ') + errorText(error);
}

/** Returns the stack of an error for the lines below its own. pino would write the stack as one long text. */
function errorText(error: unknown): string {
  if (error === undefined) return '';
  const { stack } = Object(error) as { readonly stack?: unknown };
  if (typeof stack !== 'string') return ` error=${plain(error)}`;
  return stack
    .split('\n')
    .map((line) => `\n    ${clean(line.trim())}`)
    .join('');
}

const plain = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/?&=%#@+-]+$/.test(value) ? value : clean(JSON.stringify(value));

/** Replaces control characters, because text from outside must not move the cursor or reorder the line. */
const clean = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
