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
  undo: { keys: 'z', does: 'Undo the last send or move' },
  write: { keys: 'r', does: 'Write a reply' },
  task: { keys: 't', does: 'New task' },
  fold: { keys: 'o', does: 'Show or hide quoted text' },
  search: { keys: '/', does: 'Search' },
  drafts: { keys: 'g d', does: 'Go to drafts' },
  help: { keys: '?', does: 'Show shortcuts' },
} as const;
export type Command = keyof typeof commands;

type Press = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Returns the command of a key press. `held` is the first key of a two-key shortcut. */
export function commandOf(press: Press, held: string | null): { command: Command | null; held: string | null } {
  if (press.ctrlKey || press.metaKey || press.altKey) return { command: null, held: null };
  const pressed = held === null ? press.key : `${held} ${press.key}`;
  const found = (Object.keys(commands) as Command[]).find((name) => commands[name].keys === pressed);
  if (found) return { command: found, held: null };
  const begins = held === null && Object.values(commands).some(({ keys }) => keys.startsWith(`${press.key} `));
  return { command: null, held: begins ? press.key : null };
}
