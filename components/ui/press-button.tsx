import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Form } from './form/form.tsx';

type PressButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & { readonly onPress: () => void };

/** A button of a page that comes ready from the server: pressed before its scripts are there it keeps the press. */
export const PressButton = ({ onPress, ...rest }: PressButtonProps) => (
  <Form onSubmit={onPress}>
    <Button {...rest} type="submit" />
  </Form>
);
