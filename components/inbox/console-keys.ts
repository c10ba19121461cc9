import { keyOf } from '#components/admin/shell/console-press.ts';

/** The keyboard shortcuts of the inbox. */
export const commands = {
  next: { keys: 'j', does: 'Down the list' },
  previous: { keys: 'k', does: 'Up the list' },
  open: { keys: 'Enter', does: 'Open the thread' },
  after: { keys: 'n', does: 'Open the next thread' },
  before: { keys: 'p', does: 'Open the previous thread' },
  back: { keys: 'u', does: 'Back to the list' },
  resolve: { keys: 'e', does: 'Resolve or reopen' },
  approve: { keys: 'a', does: 'Approve the draft' },
  reject: { keys: 'x', does: 'Reject the draft' },
  send: { keys: 's', does: 'Open the send dialog' },
  approveAndSend: { keys: 'Ctrl/⌘ Enter', does: 'Approve and send, also from the reply' },
  undo: { keys: 'z', does: 'Undo the last send or move' },
  write: { keys: 'r', does: 'Write a reply' },
  insert: { keys: 'i', does: 'Put the customer’s latest order into the reply' },
  task: { keys: 't', does: 'New task' },
  fold: { keys: 'o', does: 'Show or hide quoted text' },
  search: { keys: '/', does: 'Search' },
  drafts: { keys: 'g d', does: 'Go to drafts' },
  help: { keys: '?', does: 'Show shortcuts' },
} as const;
export type Command = keyof typeof commands;

type Press = Readonly<Record<'key' | 'code', string> & Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>;

/** Returns the command of a key press. `held` is the first key of a two-key shortcut. */
export function commandOf(press: Press, held: string | null): { command: Command | null; held: string | null } {
  if (press.ctrlKey || press.metaKey || press.altKey)
    return { command: approvesAndSends(press) ? 'approveAndSend' : null, held: null };
  const key = keyOf(press);
  const pressed = held === null ? key : `${held} ${key}`;
  const found = (Object.keys(commands) as Command[]).find((name) => commands[name].keys === pressed);
  if (found) return { command: found, held: null };
  const begins = held === null && Object.values(commands).some(({ keys }) => keys.startsWith(`${key} `));
  return { command: null, held: begins ? key : null };
}

const approvesAndSends = ({ key, altKey, shiftKey }: Press): boolean => key === 'Enter' && !altKey && !shiftKey;
