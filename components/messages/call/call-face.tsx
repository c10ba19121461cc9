import { Avatar } from '#components/messages/avatar.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { Peer } from '#lib/web/calls/call-state.ts';

type CallFaceProps = { readonly peer: Peer; readonly isRinging?: boolean; readonly isLarge?: boolean };

/** Shows the other user's avatar while there is no video of them. */
export const CallFace = ({ peer: { id, name }, isRinging = false, isLarge = false }: CallFaceProps) => (
  <span aria-hidden className={classNames('shrink-0 rounded-full', isRinging && 'call-ringing')}>
    <Avatar id={id} name={name} size={isLarge ? 'huge' : 'large'} />
  </span>
);
