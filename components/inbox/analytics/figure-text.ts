/** Formats millionths of a US dollar. Small amounts keep enough digits to differ from zero. */
export function dollars(micros: number): string {
  const value = micros / 1_000_000;
  if (value === 0) return '$0';
  return value < 0.01 ? `$${value.toFixed(4)}` : `$${value.toFixed(2)}`;
}

/** Formats a share from 0 to 1 as a percentage. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
