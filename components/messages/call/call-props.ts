import type { CallManager } from '#lib/web/calls/call-manager.ts';
import type { CallState } from '#lib/web/calls/call-state.ts';

/** The shown call, and the desk that performs its actions. */
export type PanelProps = { readonly desk: CallManager; readonly state: CallState };
