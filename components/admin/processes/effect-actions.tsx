import { Button } from '#components/ui/button.tsx';
import type { EffectView } from '#lib/admin/schemas/effect.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

export type EffectAct = 'retry' | 'dismiss';

type EffectActionsProps = {
  readonly effect: Pick<EffectView, 'retryBar' | 'canDismiss'>;
  /** The id of the element that names the effect, because the buttons of all rows have the same labels. */
  readonly describedBy: string;
  readonly isBusy: boolean;
  readonly texts: ConsoleTexts<'processes'>;
  readonly onAct: (what: EffectAct) => void;
};

/**
 * Shows the actions of a superadmin on an effect that was given up. Each action keeps its column, even when it is not
 * possible.
 */
export const EffectActions = ({ effect, describedBy, isBusy, texts, onAct }: EffectActionsProps) => (
  <span className="grid gap-2 sm:w-max sm:grid-cols-[6.5rem_6.5rem]">
    <span className="min-h-11 sm:min-h-9">
      {effect.retryBar === null && (
        <Button
          size="small"
          look="secondary"
          busy={isBusy}
          className="max-sm:min-h-11 max-sm:w-full"
          aria-describedby={describedBy}
          onClick={() => onAct('retry')}
        >
          {texts.retry}
        </Button>
      )}
    </span>
    <span className="min-h-11 sm:min-h-9">
      {effect.canDismiss && (
        <Button
          size="small"
          look="quiet"
          busy={isBusy}
          className="max-sm:min-h-11 max-sm:w-full"
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => onAct('dismiss')}
        >
          {texts.dismiss}
        </Button>
      )}
    </span>
  </span>
);
