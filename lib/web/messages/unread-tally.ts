import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';

type Counted = Pick<ConversationView, 'id' | 'unreadCount' | 'muted' | 'archived'>;

const countOf = ({ unreadCount, muted, archived }: Counted): number => (muted || archived ? 0 : unreadCount);

/**
 * The sum of a user's unread messages, updated by events that each carry one row. Muted and archived conversations do
 * not count. An event changes the sum only if the counts of the rows are known. They must be read once.
 */
export class UnreadTally {
  #total: number;
  #counts: Map<string, number> | null = null;

  constructor(total: number) {
    this.#total = total;
  }

  get total(): number {
    return this.#total;
  }

  get needsCounts(): boolean {
    return this.#counts === null;
  }

  /** The server has sent the sum. Known counts stay valid only if their sum is the same. */
  summed(total: number): void {
    if (total !== this.#total) this.#counts = null;
    this.#total = total;
  }

  /** The newest rows and their sum were read. */
  counted(total: number, rows: readonly Counted[]): void {
    this.#total = total;
    this.#counts = new Map(rows.map((row) => [row.id, countOf(row)]));
  }

  upserted(row: Counted): void {
    if (!this.#counts) return;
    this.#total = Math.max(0, this.#total - (this.#counts.get(row.id) ?? 0) + countOf(row));
    this.#counts.set(row.id, countOf(row));
  }

  removed(id: string): void {
    if (!this.#counts) return;
    this.#total = Math.max(0, this.#total - (this.#counts.get(id) ?? 0));
    this.#counts.delete(id);
  }
}
