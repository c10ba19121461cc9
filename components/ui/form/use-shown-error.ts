'use client';

import { createContext, type InputEvent, use, useState } from 'react';
import { type Control, isFilledIn } from './filled-in.ts';

/** A form between two submits: how many there were, and whom to inform when a field became right. */
export type FormRound = { readonly round: number; readonly onRight: (name: string) => void };
export const FormRounds = createContext<FormRound | null>(null);

type Field<C extends Control> = {
  readonly error: string | undefined;
  readonly onInput?: ((event: InputEvent<C>) => void) | undefined;
};

/**
 * Returns the message of a field only until the field is right as far as the browser can tell, and the listener that
 * finds out. The next submit of its `Form` shows whatever is still wrong; outside of one the message stays.
 */
export function useShownError<C extends Control>({ error, onInput }: Field<C>) {
  const form = use(FormRounds);
  const [rightIn, setRightIn] = useState<number | null>(null);

  const onTyped = (event: InputEvent<C>) => {
    onInput?.(event);
    if (form === null || error === undefined) return;
    const isRight = isFilledIn(event.currentTarget);
    setRightIn(isRight ? form.round : null);
    if (isRight) form.onRight(event.currentTarget.name);
  };
  return { error: form !== null && rightIn === form.round ? undefined : error, onInput: onTyped };
}
