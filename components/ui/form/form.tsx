import { type ComponentProps, type FormEvent, useImperativeHandle, useRef } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'onReset'> & {
  /** What the form does; it reads what was filled in. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/**
 * A form that a script sends. A page that is still only a document would have the browser send it, with an address or a
 * code in the URL; for one whose action is a function React keeps the press until the page is awake, and calls it then.
 */
export function Form({ ref, onSubmit, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <form
      noValidate
      {...rest}
      ref={form}
      action={() => form.current?.requestSubmit()}
      onSubmit={submitted}
      // React empties the fields after an action; what was filled in is still needed where something is wrong with it.
      onReset={(event) => event.preventDefault()}
    />
  );
}
