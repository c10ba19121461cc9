import { daysAfter } from '#lib/core/wall-clock.ts';

export type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined };
export const rangeNames = ['all', 'week', 'month', 'lastMonth'] as const;
export type RangeName = (typeof rangeNames)[number];

/** Returns the days of each range that one press chooses, both ends included, as they are on a day. */
export function rangesOn(today: string): Readonly<Record<RangeName, DayRange>> {
  const month = today.slice(0, 7);
  const lastDay = daysAfter(`${month}-01`, -1);
  return {
    all: {},
    week: { from: daysAfter(today, -6), to: today },
    month: { from: `${month}-01`, to: today },
    lastMonth: { from: `${lastDay.slice(0, 7)}-01`, to: lastDay },
  };
}

/** Returns the range that an address asks for; null for other days. */
export const rangeOf = (ranges: ReturnType<typeof rangesOn>, { from, to }: DayRange): RangeName | null =>
  rangeNames.find((name) => ranges[name].from === from && ranges[name].to === to) ?? null;
