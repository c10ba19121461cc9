import type { CallDesk } from '#lib/web/calls/call-desk.ts';
import type { CallState } from '#lib/web/calls/call-state.ts';

/** The call that is shown, and what carries out what is pressed. */
export type PanelProps = { readonly desk: CallDesk; readonly state: CallState };
