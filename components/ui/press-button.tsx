import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Form } from './form/form.tsx';

type PressButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & { readonly onPress: () => void };

/** Shows a button that works in server-rendered pages: a press before hydration is kept and handled afterwards. */
export const PressButton = ({ onPress, ...rest }: PressButtonProps) => (
  <Form onSubmit={onPress}>
    <Button {...rest} type="submit" />
  </Form>
);
