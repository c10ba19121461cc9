import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { type ListFilter, listPath, mergedRows, withoutRow, withRow } from './list-rows.ts';

export type ListState = {
  readonly rows: readonly ConversationView[];
  /** Whether there is more to load. Null until the first page is loaded. */
  readonly hasMore: boolean | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
};

type ListWorld = {
  readonly ask: (path: string) => Promise<ConversationPage>;
  /** The open conversation. It stays in the unread list while it is read. */
  readonly openId: () => string | null;
};
type PendingChange = { readonly row: ConversationView } | { readonly removedId: string };

/** The conversations of one filter: pages as they are loaded, updated by the tunnel. */
export class ListStore {
  readonly filter: ListFilter;
  readonly #world: ListWorld;
  readonly #watchers = new Set<() => void>();
  #state: ListState = { rows: [], hasMore: null, isLoading: false, hasFailed: false };
  #cursor: string | null = null;
  /** Events that arrived during a page request: the page may be older. */
  #pendingChanges: PendingChange[] = [];
  /** The pending page request, and whether the first page must be read again after it. */
  #loading: Promise<void> = Promise.resolve();
  #isAsked = false;
  #isStale = false;

  constructor(world: ListWorld, filter: ListFilter, first?: ConversationPage) {
    this.#world = world;
    this.filter = filter;
    if (first) this.#take(first, []);
  }

  readonly state = (): ListState => this.#state;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /**
   * Loads the first page, or refreshes it. Rows loaded beyond it stay. A pending page may be older than this request,
   * so it is awaited first.
   */
  async loadFirst(): Promise<void> {
    if (this.#state.isLoading) {
      this.#isAsked = true;
      return this.#loading;
    }
    this.#loading = this.#readFirst();
    await this.#loading;
  }

  /** Changes may have been missed. */
  outdate(): void {
    this.#isStale = true;
  }

  /** Refreshes the list if changes may have been missed since its last read. */
  async freshen(): Promise<void> {
    if (this.#isStale || (this.#state.hasMore === null && !this.#state.isLoading)) await this.loadFirst();
  }

  async #readFirst(): Promise<void> {
    this.#isStale = false;
    const before = this.#state.hasMore === null ? null : { rows: this.#state.rows, cursor: this.#cursor };
    await this.#load(null, (page) => {
      const oldest = page.conversations.at(-1);
      const isShort = before === null || !page.pagination.hasMore || !oldest;
      const beyond = isShort ? [] : before.rows.slice(before.rows.findIndex(({ id }) => id === oldest.id) + 1);
      const isKnown = beyond.length > 0 && before?.rows.some(({ id }) => id === oldest?.id);
      this.#take(page, isKnown ? beyond : []);
      if (isKnown && before) this.#cursor = before.cursor;
    });
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === null || this.#state.isLoading) return;
    this.#loading = this.#load(this.#cursor, (page) => this.#take(page, this.#state.rows));
    await this.#loading;
  }

  upserted(row: ConversationView): void {
    if (this.#state.isLoading) this.#pendingChanges.push({ row });
    this.#change({ rows: this.#withRow(row) });
  }

  removed(id: string): void {
    if (this.#state.isLoading) this.#pendingChanges.push({ removedId: id });
    this.#change({ rows: withoutRow(this.#state.rows, id) });
  }

  async #load(cursor: string | null, take: (page: ConversationPage) => void): Promise<void> {
    this.#pendingChanges = [];
    this.#change({ isLoading: true, hasFailed: false });
    try {
      const page = await this.#world.ask(listPath(this.filter, cursor));
      take(page);
      for (const change of this.#pendingChanges)
        this.#change({
          rows: 'row' in change ? this.#withRow(change.row) : withoutRow(this.#state.rows, change.removedId),
        });
      this.#change({ isLoading: false });
    } catch {
      this.#change({ isLoading: false, hasFailed: true });
    }
    if (!this.#isAsked) return;
    this.#isAsked = false;
    await this.#readFirst();
  }

  #take({ conversations, pagination }: ConversationPage, others: readonly ConversationView[]): void {
    this.#cursor = pagination.nextCursor;
    this.#change({ rows: mergedRows(others, conversations), hasMore: pagination.nextCursor !== null });
  }

  #withRow(row: ConversationView): readonly ConversationView[] {
    const { rows, hasMore } = this.#state;
    return withRow(rows, row, { filter: this.filter, isWhole: hasMore === false, openId: this.#world.openId() });
  }

  #change(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const changed of [...this.#watchers]) changed();
  }
}
