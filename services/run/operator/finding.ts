/** The result of one check, and the next step when the check found a problem. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly says: string;
  readonly next?: string;
};

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const warn = (check: string, says: string, next: string): Finding => ({ check, state: 'warn', says, next });
export const bad = (check: string, says: string, next: string): Finding => ({ check, state: 'bad', says, next });

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
