import type { CallManager } from '#lib/web/calls/call-manager.ts';
import type { CallState } from '#lib/web/calls/call-state.ts';

/** The shown call, and what performs its actions. */
export type PanelProps = { readonly manager: CallManager; readonly state: CallState };
