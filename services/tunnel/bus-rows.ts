import { type BusEvent, controlEvents } from '#lib/tunnel/bus/bus.ts';
import { MAX_INLINE_BYTES } from '#lib/tunnel/values.ts';

const EVENTS_PER_ROW = 50;
/** Far below the 1 MiB that a document may have, also where quotes in quotes take twice their room. */
const BYTES_PER_ROW = 256 * 1024;

/**
 * Events as the texts of the rows that carry them, in their order. Those by which processes speak to each other come
 * first and apart: whatever becomes of the rest, somebody who was signed out is.
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

/** What is too large to travel is read by each process from its row. */
function lean({ data, ...event }: BusEvent): BusEvent {
  const isLarge = event.rev !== undefined && JSON.stringify(data ?? null).length > MAX_INLINE_BYTES;
  return isLarge ? { ...event, ref: String(event.rev) } : { ...event, data };
}
