import { z } from 'zod';

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The zone of the time zone database for each name. With one the runtime does not know an invitation loses its time. */
export const windowsZonesSchema = z.record(z.string().min(1), z.string().refine(isZone));
export type WindowsZones = z.infer<typeof windowsZonesSchema>;
