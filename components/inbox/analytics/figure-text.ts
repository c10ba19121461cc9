/** Millionths of a US dollar as people write them; small sums keep what makes them differ from nothing. */
export function dollars(micros: number): string {
  const value = micros / 1_000_000;
  if (value === 0) return '$0';
  return value < 0.01 ? `$${value.toFixed(4)}` : `$${value.toFixed(2)}`;
}

/** A share of 0 to 1. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
