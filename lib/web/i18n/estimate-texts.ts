import { clientTexts } from './page-texts.ts';

/** Returns the texts of a delivery estimate for components of the browser. */
export async function estimateTexts() {
  const [estimate, { days, sameDay }] = await Promise.all([clientTexts('estimate'), clientTexts('checkout')]);
  return { ...estimate, days, sameDay };
}
