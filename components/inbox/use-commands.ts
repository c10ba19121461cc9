import { useLayoutEffect, useRef } from 'react';
import { type Commands, useInbox } from './inbox-context.ts';

/**
 * Registers shortcuts for a part of the page, as soon as the part is visible. A shortcut always runs the latest
 * callback.
 */
export function useCommands(commands: Commands): void {
  const { register } = useInbox();
  const newest = useRef(commands);
  const names = Object.keys(commands).sort().join(' ');
  useLayoutEffect(() => {
    newest.current = commands;
  });
  useLayoutEffect(() => {
    const entries = names.split(' ').map((name) => [name, () => newest.current[name as keyof Commands]?.()] as const); // the names are keys of `commands`
    return register(Object.fromEntries(entries));
  }, [names, register]);
}
