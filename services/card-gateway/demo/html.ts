/** Markup that is safe to send. Every other value in a template is escaped. */
export type Html = { readonly markup: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

type Part = string | number | Html | null | readonly Html[];
function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** Builds HTML from a template: escapes texts, joins lists and omits null. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.reduce(
    (whole, text, at) => `${whole}${text}${at < parts.length ? markupOf(parts[at] ?? null) : ''}`,
    '',
  ),
});
