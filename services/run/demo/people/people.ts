import people from './people.json' with { type: 'json' };
import type { DemoPeople } from './schema.ts';
import sellers from './sellers.json' with { type: 'json' };

/** The people and sellers of a demo. A test checks them against their schema, so that a start need not. */
export const demoPeople: DemoPeople = { people, sellers };
