import { ReportForm } from '#components/messages/people/report-form.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { useOwnPart } from './own-part.tsx';

type ReportReviewProps = { readonly reviewId: string; readonly onClose: () => void };

/** Reports a review to the moderators, in a dialog that is open while it is mounted. */
export function ReportReview({ reviewId, onClose }: ReportReviewProps) {
  const { locale, texts } = useOwnPart();
  return (
    <OpenDialog title={texts.reviews.reportTitle} closeLabel={texts.report.close} onClose={onClose}>
      {(close) => (
        <ReportForm
          about={{ kind: 'message', id: reviewId, attachments: [] }}
          locale={locale}
          texts={texts.report}
          problems={texts.reportProblems}
          onDone={close}
        />
      )}
    </OpenDialog>
  );
}
