import { type BusEvent, controlEvents } from '#lib/tunnel/bus/bus.ts';
import { MAX_INLINE_BYTES } from '#lib/tunnel/limits.ts';

const EVENTS_PER_ROW = 50;
/** Far below the limit of 1 MiB per Firestore document, even when nested quotes double the size. */
const BYTES_PER_ROW = 256 * 1024;

/**
 * Returns the texts of the rows that carry these events, in order. Control events of the processes come first, in rows
 * of their own: even when the other rows are lost, revoked users are disconnected.
 */
export function rowTextsOf(events: readonly BusEvent[]): string[] {
  const isControl = ({ event }: BusEvent) => (controlEvents as readonly string[]).includes(event);
  return [...cut(events.filter(isControl)), ...cut(events.filter((event) => !isControl(event)))];
}

function cut(events: readonly BusEvent[]): string[] {
  const rows: string[][] = [];
  let bytes = 0;
  for (const event of events) {
    const text = JSON.stringify(lean(event));
    const size = Buffer.byteLength(text);
    const row = rows.at(-1);
    if (row && row.length < EVENTS_PER_ROW && bytes + size <= BYTES_PER_ROW) {
      row.push(text);
      bytes += size;
    } else {
      rows.push([text]);
      bytes = size;
    }
  }
  return rows.map((texts) => `[${texts.join(',')}]`);
}

/** Replaces large data with a reference: each process reads that data from its row. */
function lean({ data, ...event }: BusEvent): BusEvent {
  const isLarge = event.rev !== undefined && JSON.stringify(data ?? null).length > MAX_INLINE_BYTES;
  return isLarge ? { ...event, ref: String(event.rev) } : { ...event, data };
}
