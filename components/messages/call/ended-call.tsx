import { Button } from '#components/ui/button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { CallEnding } from '#lib/web/calls/call-state.ts';
import { CallFace } from './call-face.tsx';
import type { PanelProps } from './call-props.ts';
import { standingOf } from './call-words.ts';

/** Endings after which another attempt may succeed. */
const worthAgain: readonly (CallEnding | null)[] = ['noAnswer', 'busy', 'gone', 'lost', 'failed', 'devices'];

/** Shows how the call ended, and a button to call again. */
export function EndedCall({ manager, state, texts }: PanelProps & { readonly texts: Texts<'call'> }) {
  const { ending, conversationId, peer, media, isCaller } = state;
  const again = () => {
    manager.dismiss();
    manager.call({ conversationId, peer, media });
  };
  return (
    <>
      <div className="flex items-center gap-3">
        <CallFace peer={peer} />
        <p className="min-w-0 grow font-medium wrap-anywhere">{standingOf(state, texts)}</p>
      </div>
      {ending !== 'hangup' && (
        <div className="order-2 flex flex-wrap justify-end gap-2">
          {worthAgain.includes(ending) && isCaller && (
            <Button look="secondary" onClick={again}>
              {texts.again}
            </Button>
          )}
          <Button look="quiet" onClick={() => manager.dismiss()}>
            {texts.close}
          </Button>
        </div>
      )}
    </>
  );
}
