import type { Texts } from '#lib/i18n/texts.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

export type WalletTexts = { readonly wallet: Texts<'wallet'>; readonly problems: Texts<'problems'> };

/**
 * Returns the error text of a wallet or membership payment. For these codes, the general texts speak of orders and
 * would be wrong here.
 */
export function walletProblem(error: unknown, { wallet, problems }: WalletTexts): string {
  const code = error instanceof ApiProblem ? error.code : null;
  if (code === 'GatewayUnavailable') return wallet.unavailable;
  if (code === 'GatewayNotConfigured') return wallet.noCard;
  if (code === 'AlreadyPaid') return wallet.joined;
  return problemText(error, problems);
}
