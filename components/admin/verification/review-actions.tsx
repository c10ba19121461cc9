'use client';

import { useRef, useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ButtonLook } from '#components/ui/button-look.ts';
import { PressButton } from '#components/ui/press-button.tsx';
import type { ReasonTexts } from '#lib/admin/verification/reason-texts.ts';
import { type ReviewAction, reviewActions } from '#lib/admin/verification/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { ReviewDialog } from './review-dialog.tsx';
import type { ReviewedCase } from './reviewed-case.ts';
import { useReview } from './use-review.ts';

type Texts = ConsoleTexts<'verification'>;

type ReviewActionsProps = {
  readonly about: ReviewedCase;
  readonly reasonTexts: ReasonTexts;
  readonly texts: Texts;
};

const keys: Readonly<Record<ReviewAction, string>> = {
  approve: 'a',
  reject: 'r',
  'request-info': 'i',
  'under-review': 'u',
};
const looks: Readonly<Record<ReviewAction, ButtonLook>> = {
  approve: 'primary',
  reject: 'danger',
  'request-info': 'secondary',
  'under-review': 'secondary',
};

/** Shows the possible acts of a reviewer, each with a shortcut, and a banner once anyone else has changed the case. */
export function ReviewActions({ about, reasonTexts, texts }: ReviewActionsProps) {
  const { locale } = useReader();
  const said = useRef<HTMLParagraphElement>(null);
  const [asked, setAsked] = useState<ReviewAction | null>(null);
  const [notice, setNotice] = useState('');
  const { action, review, isStale } = useReview(about, texts);

  const tell = (act: ReviewAction) => {
    setNotice(texts[`done_${act}`]);
    // The pressed button may be gone with the former status.
    said.current?.focus();
  };
  const press = (act: ReviewAction) => {
    setNotice('');
    action.forget();
    if (act === 'under-review' && about.status === 'submitted') review(act, {}, () => tell(act));
    else setAsked(act);
  };
  const close = () => {
    setAsked(null);
    action.forget();
  };

  return (
    <section aria-label={texts.actions} className="flex flex-col gap-4">
      {isStale && (
        <Alert
          kind="warning"
          role="alert"
          title={texts.stale}
          action={
            <Button look="secondary" size="small" onClick={() => window.location.reload()}>
              {texts.reload}
            </Button>
          }
        >
          {texts.staleText}
        </Alert>
      )}
      {about.reviewer && about.status === 'under_review' && (
        <p className="text-muted">
          {about.reviewer.isSelf ? texts.mine : fill(texts.theirs, { name: about.reviewer.name }, locale)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {actsOn(about).map((act) => (
          <PressButton
            key={act}
            look={looks[act]}
            busy={action.isBusy}
            aria-keyshortcuts={keys[act]}
            onPress={() => press(act)}
          >
            {labelOf(act, about, texts)}
            <kbd
              aria-hidden
              className="rounded-sm border border-current px-1 font-mono text-sm leading-4 max-sm:hidden"
            >
              {keys[act]}
            </kbd>
          </PressButton>
        ))}
      </div>
      <p role="status" ref={said} tabIndex={-1} className="text-success">
        {notice}
      </p>
      {asked === null && action.problem && (
        <Alert kind="danger" role="alert">
          {action.problem}
        </Alert>
      )}
      {asked !== null && (
        <ReviewDialog
          act={asked}
          label={labelOf(asked, about, texts)}
          about={about}
          reasonTexts={reasonTexts}
          texts={texts}
          action={action}
          onConfirm={(input, done) =>
            review(asked, input, () => {
              done();
              tell(asked);
            })
          }
          onClose={close}
        />
      )}
    </section>
  );
}

/** Returns the acts that the status allows. A case under the reader's own review needs no other claim. */
function actsOn({ status, reviewer }: ReviewedCase): readonly ReviewAction[] {
  if (status === 'closed') return [];
  return reviewActions.filter((act) => {
    if (act === 'request-info') return status !== 'info_requested';
    return act !== 'under-review' || status !== 'under_review' || !reviewer?.isSelf;
  });
}

function labelOf(act: ReviewAction, { status }: ReviewedCase, texts: Texts): string {
  if (act === 'under-review' && status === 'under_review') return texts.takeOver;
  if (act === 'under-review' && status === 'info_requested') return texts.takeBack;
  return texts[act];
}
