import { SendHorizontal, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useTransition,
} from 'react';
import { MentionList } from '#components/messages/mentions/mention-list.tsx';
import { useMentionList } from '#components/messages/mentions/use-mention-list.ts';
import { useNameables, whomToName } from '#components/messages/mentions/use-nameables.ts';
import { Quoted } from '#components/messages/message/reply-quote.tsx';
import { useMessages } from '#components/messages/messages-context.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import { classNames } from '#components/ui/class-names.ts';
import { controlClass } from '#components/ui/form/field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { MAX_CONTENT } from '#lib/messaging/limits.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { draftOf, keepDraft } from '#lib/web/messages/drafts.ts';
import { toContent, toText } from '#lib/web/messages/mentions.ts';
import { useShownHeight } from './use-shown-height.ts';

/** What the box writes: a new message, a reply, or an edit. */
export type Writing =
  | { readonly kind: 'new' }
  | { readonly kind: 'reply'; readonly to: MessageView }
  | { readonly kind: 'edit'; readonly message: MessageView };

type ComposerProps = {
  readonly conversationId: string;
  readonly title: string;
  readonly writing: Writing;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** The state of the attachments: ready to be sent, uploading, or failed. */
  readonly files: { readonly isThere: boolean; readonly isBusy: boolean; readonly hasFailed: boolean };
  /** Sends the text, or saves an edit. An edited text stays in the box until it is saved. */
  readonly onSend: (content: string) => void | Promise<void>;
  readonly onTyping: (text: string) => void;
  /** Ends a reply or an edit. */
  readonly onEnd: () => void;
  /** Called for the Up key in an empty box. */
  readonly onEditLast: () => void;
  readonly tray?: ReactNode;
  readonly tools?: ReactNode;
};

/** Shows the text box. Enter sends, Shift+Enter breaks the line, and Up in an empty box edits the user's last message. */
export function Composer(props: ComposerProps) {
  const { conversationId, title, writing, box, files, onSend, onTyping, onEnd, onEditLast, tray, tools } = props;
  const { me, texts, storage, locale, people: known } = useMessages();
  const { conversation } = useThread();
  const [isSaving, start] = useTransition();
  const frame = useShownHeight();
  /** Send was pressed while files were still uploading. */
  const [isHeld, setHeld] = useState(false);
  const isEdit = writing.kind === 'edit';
  const original = isEdit ? writing.message.content : '';
  // The box shows mentions as names.
  const [before] = useState(() => toText(original, whomToName(conversation, original, known.all(), texts)));
  const [text, setText] = useState(before);
  const { all, offered, people } = useNameables(conversation, original, text);

  useEffect(() => {
    if (!isEdit) setText(draftOf(storage, me.id, conversationId));
  }, [storage, me.id, conversationId, isEdit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the box follows its text.
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight}px`;
  }, [box, text]);

  const change = (to: string) => {
    setText(to);
    if (isEdit) return;
    keepDraft(storage, me.id, conversationId, to);
    onTyping(to);
  };
  const list = useMentionList({ text, box, offered, locale, onText: change });
  const content = isEdit && text === before ? original : toContent(text.trim(), all);
  const hasWords = content !== '';
  const isReady = isEdit ? hasWords : !files.hasFailed && (hasWords || files.isThere || files.isBusy);
  const maySend = !isSaving && !isHeld && isReady;
  const send = () => {
    if (!maySend) return;
    if (!isEdit && files.isBusy) setHeld(true);
    else sendNow();
  };
  const sendNow = () => {
    if (isEdit) {
      start(async () => onSend(content));
      return;
    }
    void onSend(content);
    setText('');
    keepDraft(storage, me.id, conversationId, '');
    box.current?.focus();
  };
  // A message that waits for its files is sent when they are uploaded. When one failed, the user must handle it first.
  const sendHeld = useEffectEvent(() => {
    setHeld(false);
    if (isReady) sendNow();
  });
  useEffect(() => {
    if (isHeld && !files.isBusy) sendHeld();
  }, [isHeld, files.isBusy]);
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes a character, Enter belongs to it.
    if (event.nativeEvent.isComposing || list.pressed(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && (isHeld || writing.kind !== 'new')) {
      event.preventDefault();
      if (isHeld) setHeld(false);
      else onEnd();
    } else if (event.key === 'ArrowUp' && text === '' && writing.kind === 'new') {
      event.preventDefault();
      onEditLast();
    }
  };

  const label = fill(texts.writeTo, { name: title }, locale);
  return (
    <div
      ref={frame}
      className="relative flex shrink-0 flex-col gap-2 border-t border-line px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {writing.kind !== 'new' && (
        <div className="flex items-center gap-2 rounded-md border-s-4 border-primary bg-sunken ps-3">
          <div className="flex min-w-0 grow flex-col py-1 text-sm">
            {writing.kind === 'edit' ? (
              <span className="font-medium">{texts.editing}</span>
            ) : (
              <Quoted message={writing.to} />
            )}
          </div>
          <button
            type="button"
            aria-label={writing.kind === 'edit' ? texts.endEditing : texts.endReply}
            onClick={onEnd}
            className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-neutral-soft"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
      {tray}
      <MentionList list={list} people={people} />
      <div role="status" className="flex items-center gap-3 text-sm text-muted empty:hidden">
        {isHeld && (
          <>
            <span>{texts.sendsWithFiles}</span>
            <button
              type="button"
              onClick={() => setHeld(false)}
              className="min-h-11 shrink-0 font-medium underline underline-offset-4"
            >
              {texts.notYet}
            </button>
          </>
        )}
      </div>
      <div className="flex items-end gap-1">
        {/* The tools contain forms of their own, and forms cannot be nested. */}
        {tools}
        <form
          className="flex min-w-0 grow items-end gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <textarea
            ref={box}
            rows={1}
            aria-label={label}
            placeholder={texts.write}
            value={text}
            readOnly={isSaving || isHeld}
            maxLength={MAX_CONTENT - Math.max(0, content.length - text.trim().length)}
            {...list.aria}
            {...list.events}
            onChange={({ target }) => {
              change(target.value);
              list.typed(target.value, target.selectionEnd);
            }}
            onKeyDown={pressed}
            className={classNames(controlClass, 'message-box min-w-0 grow resize-none')}
          />
          <button
            type="submit"
            aria-label={isEdit ? texts.save : texts.send}
            aria-disabled={!maySend}
            aria-busy={isSaving || isHeld}
            className="flex size-11 shrink-0 items-center justify-center rounded-full bg-primary text-primary-text hover:bg-primary-hover aria-disabled:opacity-55"
          >
            <SendHorizontal aria-hidden className="size-5" />
          </button>
        </form>
      </div>
    </div>
  );
}
