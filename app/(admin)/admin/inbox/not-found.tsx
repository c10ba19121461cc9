import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export default function NoSuchThread() {
  return (
    <ErrorNotice title="Thread not found" text="It may have been erased, or the link may be incomplete.">
      <LinkButton href="/admin/inbox">Go to inbox</LinkButton>
    </ErrorNotice>
  );
}
