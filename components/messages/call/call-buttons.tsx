import { Phone, Video } from 'lucide-react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { useAwake } from '#components/ui/use-awake.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { CallMedia } from '#lib/web/calls/call-state.ts';
import { useCalls } from './call-context.ts';

type CallButtonsProps = {
  readonly conversation: { readonly id: string; readonly type: string; readonly participantIds: readonly string[] };
  readonly me: string;
  readonly people: Readonly<Record<string, { readonly name: string; readonly isDeleted: boolean }>>;
};

/** Shows the buttons to call the other of two users, with or without video. Shows nothing when no call is possible. */
export function CallButtons({ conversation, me, people }: CallButtonsProps) {
  const calls = useCalls();
  // The buttons stay disabled until the page's script runs, because a click before that would start no call.
  const isAwake = useAwake();
  const peerId = conversation.participantIds.find((id) => id !== me);
  const peer = peerId === undefined ? undefined : people[peerId];
  if (!calls || conversation.type !== 'direct' || peerId === undefined || !peer || peer.isDeleted) return null;

  const { call } = calls;
  const texts: Texts<'call'> = calls.texts;
  const button = (media: CallMedia, text: string, Icon: typeof Phone) => {
    const label = fill(text, { name: peer.name || texts.someone }, 'en');
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={!isAwake}
        className={iconButtonClass}
        onClick={() => call({ conversationId: conversation.id, peer: { id: peerId, name: peer.name }, media })}
      >
        <Icon aria-hidden />
      </button>
    );
  };
  return (
    <div className="needs-script flex shrink-0">
      {button('audio', texts.callAudio, Phone)}
      {button('video', texts.callVideo, Video)}
    </div>
  );
}
