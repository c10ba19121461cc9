import { normalForm } from '#lib/core/normal-form.ts';
import { withoutEnd } from '#lib/core/without-end.ts';

const NUMBER = /\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?/gu;

/**
 * Returns the figures of a text in one spelling: `1 547,36`, `1,547.36` and `1547.36` are the same figure. A separator
 * before three digits groups thousands where the same figure has another one.
 */
export const figuresOf = (text: string): string[] =>
  [...normalForm(text, 'NFKC').matchAll(NUMBER)].map(([found]) => plain(found));

function plain(figure: string): string {
  const joined = figure.replaceAll(/[\u00a0\u202f ]/g, '');
  const decimal = /[.,](\d+)$/.exec(joined);
  // Three digits after a single comma or point are thousands in the languages of the page only for a comma.
  const isFraction = decimal !== null && (decimal[1]?.length !== 3 || joined.indexOf('.') >= 0);
  const whole = isFraction ? joined.slice(0, decimal.index) : joined;
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const fraction = isFraction ? withoutEnd(decimal[1] ?? '', '0') : '';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}
