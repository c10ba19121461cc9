import { useEffect, useEffectEvent } from 'react';
import { keyOf } from '#components/admin/shell/console-press.ts';
import { keysAreOn } from '#components/admin/shell/key-switch.ts';
import type { Verdict } from './case-words.ts';

const CASE = '[data-case]';
const FIELDS = 'input:not([type="checkbox"]), textarea, select';
const verdicts: Readonly<Record<string, Verdict>> = { b: 'block', d: 'dismiss', r: 'restore', u: 'uphold' };

type CaseKeys = {
  /** Returns true when the key was a possible decision for that case. */
  readonly onVerdict: (entityId: string, verdict: Verdict) => boolean;
  readonly onPick: (entityId: string) => void;
};

/**
 * Handles the keyboard shortcuts: j and k move between cases; b, d, r and u decide the focused case; x selects it and
 * Enter opens its page. The keys are ignored in fields and while a dialog is open.
 */
export function useCaseKeys({ onVerdict, onPick }: CaseKeys): void {
  const obey = useEffectEvent((key: string): boolean => {
    const all = [...document.querySelectorAll<HTMLElement>(CASE)];
    const at = all.findIndex((card) => card.contains(document.activeElement));
    if (key === 'j' || key === 'k') {
      if (all.length === 1 && at === 0) return false;
      const next = at === -1 ? 0 : Math.min(Math.max(at + (key === 'j' ? 1 : -1), 0), all.length - 1);
      all[next]?.focus();
      return all.length > 0;
    }
    const entityId = all[at]?.dataset.case;
    if (entityId === undefined) return false;
    const link = all[at] === document.activeElement ? all[at]?.querySelector<HTMLElement>('[data-open]') : null;
    if (key === 'Enter' && link) {
      link.click();
      return true;
    }
    if (key === 'x') onPick(entityId);
    const verdict = verdicts[key];
    return key === 'x' || (verdict !== undefined && onVerdict(entityId, verdict));
  });

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!keysAreOn() || document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      if (obey(keyOf(event))) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
