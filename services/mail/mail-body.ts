import { hasOtherWords, wordsOf } from '#lib/core/words.ts';

/** The parser's data about a part. `textContent` is set for text that belongs to the body. */
export type MimeNode = {
  readonly contentType: string | false;
  readonly textContent?: string;
  readonly children: readonly MimeNode[];
};

type View = { readonly text: string | null; readonly html: string | null };
const nothing: View = { text: null, html: null };

/**
 * Returns the body of a mail as text and as HTML, each complete and in order. Parts missing in one form are converted
 * from the other. Otherwise, when a list adds a plain-text footer to an HTML mail, the text would be only the footer,
 * and the HTML would lack it. `textOf` converts HTML to text.
 */
export function bodyOf(tree: MimeNode, textOf: (html: string) => string): { text: string; html: string | null } {
  const { text, html } = viewOf(tree, textOf);
  return { text: text ?? '', html };
}

function viewOf(node: MimeNode, textOf: (html: string) => string): View {
  // The parser also splits a text that names a boundary, so such a part may have children besides its own text.
  const own = leafOf(node.contentType, node.textContent ?? '');
  const views = [own, ...node.children.map((child) => viewOf(child, textOf))].filter((view) => view !== nothing);
  if (node.contentType === 'multipart/alternative') return alternativeOf(views, textOf);
  return views.length > 1 ? joined(views, textOf) : (views[0] ?? nothing);
}

function leafOf(type: string | false, content: string): View {
  if (content.trim() === '') return nothing;
  return type === 'text/html' ? { text: null, html: content } : { text: content, html: null };
}

/**
 * Returns the plainest text and the richest HTML, because alternatives are sorted by increasing richness (RFC 2046
 * 5.1.4). In a broken mail the parts are not alternatives. A further text or HTML is therefore kept if it has words of
 * its own.
 */
function alternativeOf(views: readonly View[], textOf: (html: string) => string): View {
  const [text = null, ...texts] = views.flatMap((view) => view.text ?? []);
  const [html = null, ...htmls] = views.flatMap((view) => view.html ?? []).reverse();
  if (texts.length + htmls.length === 0) return { text, html };
  const known = wordsOf(`${text ?? ''}\n${html === null ? '' : textOf(html)}`);
  const moreTexts = texts.filter((more) => hasOtherWords(more, known));
  const moreHtmls = htmls.filter((more) => hasOtherWords(textOf(more), known)).reverse();
  return {
    text: text === null ? null : [text, ...moreTexts].join('\n'),
    html: html === null ? null : [...moreHtmls, html].join('<br>\n'),
  };
}

function joined(views: readonly View[], textOf: (html: string) => string): View {
  const hasText = views.some(({ text }) => text !== null);
  const hasHtml = views.some(({ html }) => html !== null);
  const texts = () => views.map(({ text, html }) => text ?? textOf(html ?? ''));
  const htmls = () => views.map(({ text, html }) => html ?? asHtml(text ?? ''));
  return { text: hasText ? texts().join('\n') : null, html: hasHtml ? htmls().join('<br>\n') : null };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const asHtml = (text: string): string =>
  `<div>${text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign).replace(/\n/g, '<br>\n')}</div>`;
