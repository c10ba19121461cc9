/** The texts that the gateway sends with its codes. Programs use the code. */
const reasons: Readonly<Record<number, string>> = {
  1100: 'Ok',
  1101: 'Declined by the issuer',
  1102: 'Bad CVV2',
  1103: 'Expired card',
  1104: 'Insufficient funds',
  1105: 'Invalid card',
  1106: 'Exceeds withdrawal frequency',
  1108: '3-D Secure failed',
  1109: 'Format error',
  1110: 'Invalid currency',
  1112: 'Duplicate orderReference',
  1113: 'Invalid signature',
  1115: 'Parameter is missing',
  1118: 'Merchant restriction',
  1122: 'Declined by the gate',
  1123: 'Refund is not allowed',
  1124: 'Cardholder session expired',
  1125: 'Cardholder canceled the request',
  1126: 'Illegal order state',
  1127: 'Order not found',
  1128: 'Refund limit exceeded',
  1130: 'Invalid amount',
  1131: 'Transaction in processing',
  1138: 'Refund in processing',
  5100: 'Wait for 3-D Secure data',
};

export const reasonOf = (code: number): string => reasons[code] ?? 'Unknown';

/** The reasons to decline a card that the page offers. */
export const declineCodes = [1101, 1104, 1102, 1103, 1105, 1106, 1108, 1122] as const;

/** Returns the default code of a status. */
export function usualReason(status: string): number {
  switch (status.toLowerCase()) {
    case 'declined':
      return 1101;
    case 'expired':
      return 1124;
    case 'created':
    case 'inprocessing':
    case 'pending':
      return 1131;
    case 'refundinprocessing':
      return 1138;
    default:
      return 1100;
  }
}
