import { draftWords } from '#components/inbox/inbox-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { EmailDraftView } from '#lib/crm/schemas/draft.ts';
import { WordDiff } from './word-diff.tsx';

type ConflictViewProps = {
  readonly mine: string;
  readonly theirs: EmailDraftView;
  readonly by: string;
  readonly isBusy: boolean;
  readonly onReapply: () => void;
  readonly onTakeTheirs: () => void;
};

/** Shows both texts of a draft that two people have changed, and lets the user choose one. */
export function ConflictView({ mine, theirs, by, isBusy, onReapply, onTakeTheirs }: ConflictViewProps) {
  return (
    <section aria-label="Two versions" className="flex flex-col gap-4">
      <Alert kind="warning" title="This draft changed while you were writing">
        {by} saved version {theirs.version} ({draftWords[theirs.status]}). Your text is kept until you choose.
      </Alert>
      <div className="grid gap-4 md:grid-cols-2">
        <Version title="Yours" text={mine} />
        <Version title={`Theirs, version ${theirs.version}`} text={theirs.body} />
      </div>
      <details>
        <summary className="min-h-9 text-sm text-muted">Changes from their version to yours</summary>
        <WordDiff before={theirs.body} after={mine} label="Changes from their version to yours" />
      </details>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={onReapply}>
          Save mine
        </Button>
        <Button look="secondary" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </section>
  );
}

const Version = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="pb-1 text-sm text-muted">{title}</h3>
    <p className="max-h-80 overflow-y-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  </section>
);
