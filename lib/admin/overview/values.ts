/** The ranges that the overview compares with as many days before them. */
export const overviewRanges = ['7d', '30d'] as const;
export type OverviewRange = (typeof overviewRanges)[number];
