import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { CallState, Trouble } from '#lib/web/calls/call-state.ts';

type Words = Texts<'call'>;

/** Returns the state of a call in words. An ongoing call has a visible clock, so screen readers hear only its beginning. */
export function standingOf({ stage, ending, peer }: CallState, texts: Words): string {
  const name = (text: string) => fill(text, { name: peer.name }, 'en');
  if (stage === 'ended') return ending ? name(texts[`end_${ending}`]) : '';
  if (stage === 'incoming') return '';
  return name(texts[`stage_${stage}`]);
}

/** Returns what is wrong with a device and how to fix it. */
export function troubleText(trouble: Trouble | null, texts: Words): string {
  if (!trouble) return '';
  return trouble.device === 'camera' ? texts[`camera_${trouble.why}`] : texts[`microphone_${trouble.why}`];
}

/** Returns `1:05`, or `1:00:05` from one hour on. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
