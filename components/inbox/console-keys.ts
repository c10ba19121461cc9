import { keyOf } from '#components/admin/shell/console-press.ts';

/** The keyboard shortcuts of the inbox. */
export const commands = {
  next: 'j',
  previous: 'k',
  open: 'Enter',
  after: 'n',
  before: 'p',
  back: 'u',
  resolve: 'e',
  approve: 'a',
  reject: 'x',
  send: 's',
  approveAndSend: 'Ctrl/⌘ Enter',
  undo: 'z',
  write: 'r',
  insert: 'i',
  task: 't',
  fold: 'o',
  search: '/',
  drafts: 'g d',
  help: '?',
} as const;
export type Command = keyof typeof commands;

type Press = Readonly<Record<'key' | 'code', string> & Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>;

/** Returns the command of a key press. `held` is the first key of a two-key shortcut. */
export function commandOf(press: Press, held: string | null): { command: Command | null; held: string | null } {
  if (press.ctrlKey || press.metaKey || press.altKey)
    return { command: approvesAndSends(press) ? 'approveAndSend' : null, held: null };
  const key = keyOf(press);
  const pressed = held === null ? key : `${held} ${key}`;
  const found = (Object.keys(commands) as Command[]).find((name) => commands[name] === pressed);
  if (found) return { command: found, held: null };
  const begins = held === null && Object.values(commands).some((keys) => keys.startsWith(`${key} `));
  return { command: null, held: begins ? key : null };
}

const approvesAndSends = ({ key, altKey, shiftKey }: Press): boolean => key === 'Enter' && !altKey && !shiftKey;
