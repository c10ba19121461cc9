import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import { filterQuery, type ListFilter, noFilter } from './list-rows.ts';
import { ListStore } from './list-store.ts';

type ListWorld = ConstructorParameters<typeof ListStore>[0];

/** The lists a person has looked at on this page, each by its filter. One goes back to a list as it was left. */
export class ListBook {
  readonly #world: ListWorld;
  readonly #lists = new Map<string, ListStore>();
  /** How the person's list stood when it was last read or told of. */
  #mark: string | null;

  constructor(world: ListWorld, first: ConversationPage, mark: string | null) {
    this.#world = world;
    this.#mark = mark;
    this.#lists.set('', new ListStore(world, noFilter, first));
  }

  of(filter: ListFilter): ListStore {
    const key = filterQuery(filter);
    const known = this.#lists.get(key) ?? new ListStore(this.#world, filter);
    this.#lists.set(key, known);
    return known;
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

  /** Reads every list anew that has been read. */
  refresh(): void {
    for (const list of this.#lists.values()) if (list.state().hasMore !== null) void list.loadFirst();
  }
}
