import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { filterQuery, type ListFilter, noFilter } from './list-rows.ts';
import { ListStore } from './list-store.ts';

const WHOLE = filterQuery(noFilter);

type ListWorld = ConstructorParameters<typeof ListStore>[0];

/** So many lists are kept; of the others one asks anew when one comes back to them. */
const MOST = 3;

/** What the page came with. */
type First = {
  readonly page: ConversationPage;
  readonly filter: ListFilter;
  /** How the person's list stood then. */
  readonly mark: string | null;
};

/**
 * The lists a person has looked at last on this page, each by its filter. One goes back to a list as it was left. Only
 * the one that is shown is read anew when it may have changed unheard.
 */
export class ListBook {
  readonly #world: ListWorld;
  /** The one shown last comes last. */
  readonly #lists = new Map<string, ListStore>();
  /** How the person's list stood when it was last read or told of. */
  #mark: string | null;

  constructor(world: ListWorld, { page, filter, mark }: First) {
    this.#world = world;
    this.#mark = mark;
    this.#lists.set(filterQuery(filter), new ListStore(world, filter, page));
  }

  /** The list that is shown from now on. */
  of(filter: ListFilter): ListStore {
    const key = filterQuery(filter);
    const list = this.#lists.get(key) ?? new ListStore(this.#world, filter);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    const [oldest] = [...this.#lists.keys()].filter((one) => one !== WHOLE);
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

  /** The server says how the list stands; one that stands otherwise is read anew. */
  stands(mark: string | null): void {
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.refresh();
  }

  /** Reads the list anew that is shown, and the others once they are. */
  refresh(): void {
    const lists = [...this.#lists.values()];
    for (const list of lists) list.outdate();
    void lists.at(-1)?.freshen();
  }
}
