import type { CallDesk } from '#lib/web/calls/call-desk.ts';
import type { CallState } from '#lib/web/calls/call-state.ts';

/** The shown call, and the desk that performs its actions. */
export type PanelProps = { readonly desk: CallDesk; readonly state: CallState };
