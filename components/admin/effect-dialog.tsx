import { Button } from '#components/ui/button.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { asideText, effectText } from './effect-words.ts';

type EffectDialogProps = {
  readonly topic: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Says what it means to set an effect aside, and asks once more. */
export const EffectDialog = ({ topic, onConfirm, onClose }: EffectDialogProps) => (
  <OpenDialog title={`Set aside: ${effectText(topic)}`} closeLabel="Close" onClose={onClose}>
    {(close) => (
      <div className="flex flex-col gap-5 overflow-y-auto p-5">
        <p>{asideText(topic)}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            look="danger"
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            Set aside
          </Button>
          <Button look="secondary" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
    )}
  </OpenDialog>
);
