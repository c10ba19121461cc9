import { createContext, type InputEvent, use, useState } from 'react';
import { type Control, isFilledIn } from './filled-in.ts';

/** The state of a form between two submits: the number of submits, and a callback for each field that became valid. */
export type FormRound = { readonly round: number; readonly onRight: (name: string) => void };
export const FormRounds = createContext<FormRound | null>(null);

type Field<C extends Control> = {
  readonly error: string | undefined;
  readonly onInput?: ((event: InputEvent<C>) => void) | undefined;
};

/**
 * Returns the error of a field until the browser accepts its value, and the input listener that checks this. The next
 * submit of its `Form` shows the remaining errors. Outside a `Form` the error stays.
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
