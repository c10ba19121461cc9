import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { filterQuery, type ListFilter, noFilter } from './list-rows.ts';
import { ListStore } from './list-store.ts';

const WHOLE = filterQuery(noFilter);

type ListWorld = ConstructorParameters<typeof ListStore>[0];

/** The number of lists kept. Other lists are requested again when the user returns to them. */
const MOST = 3;

/** The data that the page was rendered with. */
type First = {
  readonly page: ConversationPage;
  readonly filter: ListFilter;
  /** The mark of the user's list at that time. */
  readonly mark: string | null;
};

/**
 * The lists a user has last looked at on this page, each by its filter. Returning to a list shows it as it was left.
 * Only the visible list is refreshed after changes may have been missed.
 */
export class ListBook {
  readonly #world: ListWorld;
  /** The list shown last is last. */
  readonly #lists = new Map<string, ListStore>();
  /** The mark of the user's list when it was last read or announced. */
  #mark: string | null;

  constructor(world: ListWorld, { page, filter, mark }: First) {
    this.#world = world;
    this.#mark = mark;
    this.#lists.set(filterQuery(filter), new ListStore(world, filter, page));
  }

  /** Returns the list to show from now on. */
  of(filter: ListFilter): ListStore {
    const key = filterQuery(filter);
    const list = this.#lists.get(key) ?? new ListStore(this.#world, filter);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    const [oldest] = [...this.#lists.keys()].filter((id) => id !== WHOLE);
    if (this.#lists.size > MOST && oldest !== undefined) this.#lists.delete(oldest);
    return list;
  }

  get count(): number {
    return this.#lists.size;
  }

  find(id: string): ConversationView | null {
    for (const list of this.#lists.values()) for (const row of list.state().rows) if (row.id === id) return row;
    return null;
  }

  upserted(row: ConversationView, mark?: string): void {
    if (mark !== undefined) this.#mark = mark;
    for (const list of this.#lists.values()) list.upserted(row);
  }

  removed(id: string): void {
    for (const list of this.#lists.values()) list.removed(id);
  }

  /** Compares the server's mark of the list. A different mark refreshes the list. */
  stands(mark: string | null): void {
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.refresh();
  }

  /** Refreshes the visible list now, and the others when they are shown. */
  refresh(): void {
    const lists = [...this.#lists.values()];
    for (const list of lists) list.outdate();
    void lists.at(-1)?.freshen();
  }
}
