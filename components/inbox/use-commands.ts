'use client';

import { useLayoutEffect, useRef } from 'react';
import { type Commands, useDesk } from './desk-context.ts';

/** Gives keys to what is on the page, from the moment it is seen; always the newest of what they do. */
export function useCommands(commands: Commands): void {
  const { register } = useDesk();
  const newest = useRef(commands);
  const names = Object.keys(commands).sort().join(' ');
  useLayoutEffect(() => {
    newest.current = commands;
  });
  useLayoutEffect(() => {
    const entries = names.split(' ').map((name) => [name, () => newest.current[name as keyof Commands]?.()] as const); // the names come from `commands`
    return register(Object.fromEntries(entries));
  }, [names, register]);
}
