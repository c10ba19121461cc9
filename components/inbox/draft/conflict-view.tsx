import { useSay } from '#components/inbox/inbox-texts.ts';
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
  const t = useSay('reply');
  const inbox = useSay('inbox');
  return (
    <section aria-label={t('versions')} className="flex flex-col gap-4">
      <Alert kind="warning" title={t('conflict')}>
        {t('conflictText', { name: by, version: theirs.version, status: inbox(`draft_${theirs.status}`) })}
      </Alert>
      <div className="grid gap-4 md:grid-cols-2">
        <Version title={t('yours')} text={mine} />
        <Version title={t('theirs', { version: theirs.version })} text={theirs.body} />
      </div>
      <details>
        <summary className="min-h-9 text-sm text-muted">{t('changesToYours')}</summary>
        <WordDiff before={theirs.body} after={mine} label={t('changesToYours')} />
      </details>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={onReapply}>
          {t('saveMine')}
        </Button>
        <Button look="secondary" onClick={onTakeTheirs}>
          {t('useTheirs')}
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
