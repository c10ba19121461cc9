import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from './collection.ts';
import { from } from './query.ts';
import { totalPlanOf } from './query-plan.ts';

const Notes = collection('notes', {
  label: 'Note',
  schema: z.object({ owner: z.string(), kind: z.string(), state: z.string(), at: z.string() }),
  indexes: [['owner', 'at desc'], ['owner', 'kind', 'at desc'], ['state']],
});

describe('totalPlanOf', () => {
  it('uses the order of an index that starts with the filters, or of several with the same end', () => {
    const inOrder = [{ field: 'at', direction: 'desc' }];

    expect(totalPlanOf(from(Notes).where('owner', '==', 'a')).orders).toEqual(inOrder);
    expect(totalPlanOf(from(Notes).where('owner', '==', 'a').where('kind', '==', 'b')).orders).toEqual(inOrder);
  });

  it('adds no order when one index serves the total directly, or no index does', () => {
    expect(totalPlanOf(from(Notes).where('state', '==', 'new')).orders).toEqual([]);
    expect(totalPlanOf(from(Notes).where('kind', '==', 'b')).orders).toEqual([]);
  });
});
