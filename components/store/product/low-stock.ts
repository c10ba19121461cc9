/** At this stock or below, the page shows how many are left. */
export const LOW_STOCK = 5;
