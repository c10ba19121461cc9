import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { matching, type Nameable, typedMentionAt, withName } from '#lib/web/messages/mentions.ts';

/** As many as a reader scans at a glance; typing more letters narrows the list to the others. */
const MOST = 20;

type MentionListProps = {
  readonly text: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly offered: readonly Nameable[];
  readonly locale: string;
  readonly onText: (text: string) => void;
};

/**
 * Manages the list of users that opens while the user types an `@` and letters. The box keeps the focus: arrows move
 * through the list, Enter and Tab insert, Escape closes. Only typing opens the list, never moving the caret through
 * existing text.
 */
export function useMentionList({ text, box, offered, locale, onText }: MentionListProps) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState(-1);
  const [moved, move] = useState(0);
  /** The caret position to set once the text with the name is rendered. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    box.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  const asked = caret === null ? null : typedMentionAt(text, caret);
  const isWanted = asked !== null && asked.at !== closedAt;
  const found = isWanted ? matching(offered, asked.query, locale).slice(0, MOST) : [];
  const active = found[Math.min(moved, found.length - 1)];
  const optionId = ({ userId }: Nameable) => `${id}-${userId}`;

  function take(person: Nameable): void {
    if (asked === null) return;
    const named = withName(text, asked, person.label);
    next.current = named.caret;
    setCaret(null);
    onText(named.text);
    box.current?.focus();
  }

  return {
    id,
    found,
    active,
    optionId,
    take,
    /** Call this after the user has typed. */
    typed(to: string, at: number): void {
      if (typedMentionAt(to, at)?.at !== closedAt) setClosedAt(-1);
      setCaret(at);
      move(0);
    },
    /** Handles a key. Returns whether the list has used it. */
    pressed(event: KeyboardEvent): boolean {
      const { key, shiftKey } = event;
      if (!active) return false;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      const isTaken = (key === 'Enter' || key === 'Tab') && !shiftKey;
      if (step === 0 && !isTaken && key !== 'Escape') return false;
      event.preventDefault();
      if (step !== 0) move((found.indexOf(active) + step + found.length) % found.length);
      else if (isTaken) take(active);
      else setClosedAt(asked?.at ?? -1);
      return true;
    },
    /** The ARIA attributes of the box. A textarea has no `aria-expanded`, so a live region announces the open list. */
    aria: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(active && { 'aria-controls': id, 'aria-activedescendant': optionId(active) }),
    } as const,
    events: {
      onBlur: () => setCaret(null),
      onSelect: () => {
        const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
        if (caret !== null) setCaret(selectionStart === selectionEnd ? selectionStart : null);
      },
    },
  };
}

export type MentionListState = ReturnType<typeof useMentionList>;
