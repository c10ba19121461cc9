import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import { Products } from '#lib/store/collections.ts';
import { productsNewestFirst } from './queries.ts';

/** What every index over all products reads, newest first. */
export const overProducts: Pick<Rebuildable, 'page' | 'gone'> = {
  async page({ data }, limit, after) {
    const { rows, next } = await data.find(productsNewestFirst({}, limit, after));
    return { ids: rows.map(({ id }) => id), next };
  },
  async gone({ data }, ids) {
    const rows = await data.getMany(Products, ids);
    return ids.filter((_, at) => rows[at] === undefined);
  },
};
