import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useInbox } from '#components/inbox/inbox-context.ts';
import { paddedAt } from './padded-at.ts';

/** Makes a part of the page take the texts that the user inserts into the reply, while `isOn`. */
export function useInserts(take: (text: string) => void, isOn = true): void {
  const { takeInserts } = useInbox();
  const taken = useEffectEvent(take);
  useEffect(() => (isOn ? takeInserts((text) => taken(text)) : undefined), [takeInserts, isOn]);
}

/** Inserts texts at the cursor of the text area inside `frame`, and moves the focus there. */
export const useFieldInserts = (frame: RefObject<HTMLElement | null>, isOn = true): void =>
  useInserts((text) => {
    const area = frame.current?.querySelector('textarea');
    if (area) insertInto(area, text);
  }, isOn);

function insertInto(area: HTMLTextAreaElement, text: string): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  area.focus();
  area.setRangeText(paddedAt(text, value.slice(0, start), value.slice(end)), start, end, 'end');
  // React notices a change of the value by this event.
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
