import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { AttentionKind, SettlementState } from '#lib/payments/values.ts';

type Ledger = Readonly<Partial<Record<'purpose' | 'processor' | 'status' | 'cursor', string | undefined>>>;

export const ledgerHref = (asked: Ledger): Route => queryHref('/admin/payments', asked);
export const attentionHref = (attention: AttentionKind | 'all', cursor?: string): Route =>
  queryHref('/admin/payments', { attention, cursor });
export const paymentHref = (orderReference: string): Route => queryHref(`/admin/payments/${orderReference}`, {});
export const callbackHref = (id: string): Route => queryHref(`/admin/payments/callbacks/${id}`, {});
export const orderHref = (id: string): Route => queryHref(`/admin/orders/${id}`, {});
export const accountHref = (account: string, cursor?: string): Route =>
  queryHref('/admin/payments/accounts', { account, cursor });
export const vendorsHref = (cursor?: string): Route => queryHref('/admin/payments/accounts', { cursor });

type Settlements = { readonly state?: SettlementState | undefined; readonly cursor?: string | undefined };

export const settlementsHref = (vendorId: string, asked: Settlements = {}): Route =>
  queryHref(`/admin/payments/settlements/${vendorId}`, asked);
export const settlementsCsvHref = (vendorId: string, state: SettlementState | undefined): Route =>
  queryHref(`/api/admin/vendors/${vendorId}/settlements`, { state });
