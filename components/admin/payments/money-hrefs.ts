import type { Route } from 'next';
import type { AttentionKind, SettlementState } from '#lib/payments/values.ts';

// Typed routes cannot check a concatenated address, so this file contains all addresses of the money pages.
const withQuery = (path: string, asked: Readonly<Record<string, string | undefined>>): Route => {
  const given = Object.entries(asked).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const query = new URLSearchParams(given).toString();
  return `${path}${query && `?${query}`}` as Route;
};

type Ledger = Readonly<Partial<Record<'purpose' | 'processor' | 'status' | 'cursor', string | undefined>>>;

export const ledgerHref = (asked: Ledger): Route => withQuery('/admin/payments', asked);
export const attentionHref = (attention: AttentionKind | 'all', cursor?: string): Route =>
  withQuery('/admin/payments', { attention, cursor });
export const paymentHref = (orderReference: string): Route => withQuery(`/admin/payments/${orderReference}`, {});
export const callbackHref = (id: string): Route => withQuery(`/admin/payments/callbacks/${id}`, {});
export const orderHref = (id: string): Route => withQuery(`/admin/orders/${id}`, {});
export const accountHref = (account: string, cursor?: string): Route =>
  withQuery('/admin/payments/accounts', { account, cursor });
export const vendorsHref = (cursor?: string): Route => withQuery('/admin/payments/accounts', { cursor });

type Settlements = { readonly state?: SettlementState | undefined; readonly cursor?: string | undefined };

export const settlementsHref = (vendorId: string, asked: Settlements = {}): Route =>
  withQuery(`/admin/payments/settlements/${vendorId}`, asked);
export const settlementsCsvHref = (vendorId: string, state: SettlementState | undefined): Route =>
  withQuery(`/api/admin/vendors/${vendorId}/settlements`, { state });
