import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { type Reported, ReportForm } from './report-form.tsx';

type ReportDialogProps = { readonly about: Reported; readonly onClose: () => void };

/** Reports a message or a person to the moderators. The dialog is open while it is mounted. */
export function ReportDialog({ about, onClose }: ReportDialogProps) {
  const { locale, messageReport: texts, messageProblems: problems } = useMessageTexts();
  const title = about.kind === 'message' ? texts.title : fill(texts.personTitle, { name: about.name }, locale);
  return (
    <OpenDialog title={title} closeLabel={texts.close} onClose={onClose}>
      {(close) => <ReportForm about={about} locale={locale} texts={texts} problems={problems} onDone={close} />}
    </OpenDialog>
  );
}
