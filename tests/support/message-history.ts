/** A message that the server has acknowledged or stored, or that a reader was shown. */
export type Said = { readonly id: string; readonly seq: number; readonly content: string };
/** An acknowledged send: `sent` counts the sends of its sender. */
export type Acked = Said & { readonly senderId: string; readonly sent: number };

/** All that was observed of one conversation from outside, and the rows it left in the store. */
export type MessageHistory = {
  readonly acked: readonly Acked[];
  readonly stored: readonly Said[];
  readonly readers: readonly Reader[];
};

export type Reader = {
  readonly name: string;
  /** Messages in the order in which they were shown; a repeated message is listed as often as it was shown. */
  readonly shown: readonly Said[];
  /** What each source reports for the same number: events, responses, rows. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/**
 * Returns the faults of a history in words, or an empty list. A history is correct when every acknowledged message is
 * stored once under the acknowledged number. Every reader must have been shown each message once and in order, and all
 * sources must agree in their counts.
 */
export const faultsIn = ({ acked, stored, readers }: MessageHistory): string[] => [
  ...faultsOfRows(stored),
  ...faultsOfAnswers(acked, stored),
  ...readers.flatMap((reader) => [...faultsOfView(reader, stored), ...faultsOfCounts(reader)]),
];

function faultsOfRows(stored: readonly Said[]): string[] {
  const numbers = stored.map(({ seq }) => seq).toSorted((a, b) => a - b);
  const wrong = numbers.find((seq, at) => seq !== at + 1);
  return wrong === undefined ? [] : [`the rows are not numbered from 1 without a gap, at ${wrong}`];
}

function faultsOfAnswers(acked: readonly Acked[], stored: readonly Said[]): string[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const answered = new Set(acked.map(({ id }) => id));
  const faults: string[] = [];
  if (answered.size < acked.length) faults.push('two sends were answered with one message');
  for (const { id, seq, content } of acked) {
    const row = rows.get(id);
    if (!row) faults.push(`${id} was acknowledged and is not stored`);
    else if (row.seq !== seq) faults.push(`${id} was answered as ${seq} and is stored as ${row.seq}`);
    else if (row.content !== content) faults.push(`${id} does not say what was sent`);
  }
  for (const { id } of stored) if (!answered.has(id)) faults.push(`${id} is stored and was never acknowledged`);
  return [...faults, ...faultsOfSenders(acked)];
}

/** A sender who waits for each acknowledgement before the next send must have messages in that order. */
function faultsOfSenders(acked: readonly Acked[]): string[] {
  const bySender = Object.groupBy(acked, ({ senderId }) => senderId);
  return Object.entries(bySender).flatMap(([senderId, own = []]) => {
    const inOrder = own.toSorted((a, b) => a.sent - b.sent);
    return inOrder.some(({ seq }, at) => seq <= (inOrder[at - 1]?.seq ?? 0))
      ? [`the sends of ${senderId} are not in the order in which they were made`]
      : [];
  });
}

function faultsOfView({ name, shown }: Reader, stored: readonly Said[]): string[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const [at, { id, seq, content }] of shown.entries()) {
    const row = rows.get(id);
    const before = shown[at - 1]?.seq ?? 0;
    if (seen.has(id)) faults.push(`${name} was shown ${id} twice`);
    else if (seq !== before + 1) faults.push(`${name} was shown ${seq} after ${before}`);
    if (row?.seq !== seq || row.content !== content)
      faults.push(`${name} was shown ${id}, which is not what is stored`);
    seen.add(id);
  }
  const missing = stored.filter(({ id }) => !seen.has(id)).length;
  return missing === 0 ? faults : [...faults, `${name} was not shown ${missing} of ${stored.length}`];
}

function faultsOfCounts({ name, counts }: Reader): string[] {
  return Object.entries(counts).flatMap(([what, sources]) =>
    new Set(Object.values(sources)).size > 1 ? [`${name}: ${what} is ${JSON.stringify(sources)}`] : [],
  );
}
