import { DeadEnd } from '#components/shell/dead-end.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export default function NoSuchThread() {
  return (
    <DeadEnd title="There is no such thread" text="It may have been erased, or the address was cut off on its way.">
      <LinkButton href="/admin/inbox">To the inbox</LinkButton>
    </DeadEnd>
  );
}
