'use client';

import { type ComponentProps, type FormEvent, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { FormRounds } from './use-shown-error.ts';

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'onReset'> & {
  /** What the form does; it reads what was filled in. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called when a field that was wrong has become right. */
  readonly onRight?: ((name: string) => void) | undefined;
};

const ignore = () => undefined;

/**
 * A form that a script sends. A page that is still only a document would have the browser send it, with an address or a
 * code in the URL; for one whose action is a function React keeps the press until the page is awake, and calls it then.
 */
export function Form({ ref, onSubmit, onRight = ignore, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);

  const [round, setRound] = useState(0);
  const rounds = useMemo(() => ({ round, onRight }), [round, onRight]);

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRound((before) => before + 1);
    onSubmit(event);
  };
  return (
    <FormRounds value={rounds}>
      <form
        noValidate
        {...rest}
        ref={form}
        action={() => form.current?.requestSubmit()}
        onSubmit={submitted}
        // React empties the fields after an action; what was filled in is still needed where something is wrong with it.
        onReset={(event) => event.preventDefault()}
      />
    </FormRounds>
  );
}
