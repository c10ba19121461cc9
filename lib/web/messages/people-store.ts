import type { People, Person } from '#lib/messaging/members/people.ts';

/** The most people per API request. */
const AT_ONCE = 100;
const CONVERSATIONS_AT_ONCE = 50;

type PeopleWorld = {
  readonly ask: (userIds: readonly string[], conversationIds: readonly string[]) => Promise<readonly Person[]>;
  /** Runs it after the current render, which says who is missing. */
  readonly soon: (work: () => void) => void;
};

/** The people of the conversations on the page, by id. Missing people are requested together. */
export class PeopleStore {
  readonly #world: PeopleWorld;
  readonly #watchers = new Set<() => void>();
  readonly #asked = new Set<string>();
  /** A conversation of each missing person. */
  readonly #wanted = new Map<string, string>();
  #people: People;

  constructor(world: PeopleWorld, people: People = {}) {
    this.#world = world;
    this.#people = people;
  }

  /** Returns the same object until it changes. */
  readonly all = (): People => this.#people;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /** Adds people who come with the current render, without notifying: their component is about to read them. */
  seed(people: People): void {
    if (Object.keys(people).some((id) => this.#people[id] !== people[id]))
      this.#people = { ...this.#people, ...people };
  }

  /** Adds people who have arrived meanwhile. */
  #add(people: People): void {
    this.seed(people);
    for (const changed of [...this.#watchers]) changed();
  }

  /** Requests the missing people of a conversation. */
  need(conversationId: string, userIds: readonly string[]): void {
    const lacking = userIds.filter((id) => !this.#people[id] && !this.#asked.has(id));
    if (lacking.length === 0) return;
    const isFirst = this.#wanted.size === 0;
    for (const id of lacking) {
      this.#asked.add(id);
      this.#wanted.set(id, conversationId);
    }
    if (isFirst) this.#world.soon(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (let from = 0; from < wanted.length; ) {
      const batch = batchOf(wanted.slice(from));
      from += batch.length;
      const ids = batch.map(([id]) => id);
      const found = await this.#world.ask(ids, [...new Set(batch.map(([, where]) => where))]).catch(() => null);
      if (found === null) for (const id of ids) this.#asked.delete(id);
      else this.#add(Object.fromEntries([...ids.map(goneOf), ...found].map((person) => [person.id, person])));
    }
  }
}

/** Returns as many as fit into one request, by people and by conversations. */
function batchOf(wanted: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const places = new Set<string>();
  const end = wanted.findIndex(([, where], at) => {
    places.add(where);
    return at >= AT_ONCE || places.size > CONVERSATIONS_AT_ONCE;
  });
  return end < 0 ? wanted : wanted.slice(0, end);
}

/** A requested person who is missing in the response no longer exists. */
const goneOf = (id: string): Person => ({ id, name: '', avatarUrl: null, isDeleted: true });
