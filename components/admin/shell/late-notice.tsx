import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

type LateNoticeProps = {
  readonly texts: ConsoleTexts<'shell'>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** Says at the edge of the page that a dialog could not be loaded, and offers a retry. */
export const LateNotice = ({ texts, onRetry, onClose }: LateNoticeProps) => (
  <div className="fixed inset-x-4 bottom-4 z-40 shadow-lift sm:start-auto sm:w-96">
    <Alert
      kind="warning"
      role="alert"
      title={texts.notLoaded}
      action={
        <>
          <Button look="secondary" size="small" onClick={onRetry}>
            {texts.retry}
          </Button>
          <Button look="quiet" size="small" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {texts.notLoadedText}
    </Alert>
  </div>
);
