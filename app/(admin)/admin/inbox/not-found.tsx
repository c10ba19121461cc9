import { DeadEnd } from '#components/shell/dead-end.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export default function NoSuchThread() {
  return (
    <DeadEnd title="Thread not found" text="It may have been erased, or the link may be incomplete.">
      <LinkButton href="/admin/inbox">Go to inbox</LinkButton>
    </DeadEnd>
  );
}
