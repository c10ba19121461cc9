import { saysMore, wordsOf } from '#lib/core/words.ts';

/** What the parser keeps of a part; `textContent` is there for text that belongs to the body. */
export type MimeNode = {
  readonly contentType: string | false;
  readonly textContent?: string;
  readonly children: readonly MimeNode[];
};

type View = { readonly text: string | null; readonly html: string | null };
const nothing: View = { text: null, html: null };

/**
 * The body of a mail as text and as HTML, each with everything in its order. A list that adds a footer of plain text to
 * an HTML mail must not leave a text that is the footer alone, nor HTML without it; so what one form lacks is taken from
 * the other. `textOf` makes text of HTML.
 */
export function bodyOf(tree: MimeNode, textOf: (html: string) => string): { text: string; html: string | null } {
  const { text, html } = viewOf(tree, textOf);
  return { text: text ?? '', html };
}

function viewOf(node: MimeNode, textOf: (html: string) => string): View {
  // A text that names a boundary is taken apart as well, so it may have children beside words of its own.
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
 * The plainest text and the richest HTML: choices come in rising order of richness (RFC 2046 5.1.4). In a broken mail
 * they are no choices, so a further text or HTML stays where it has words of its own.
 */
function alternativeOf(views: readonly View[], textOf: (html: string) => string): View {
  const [text = null, ...texts] = views.flatMap((view) => view.text ?? []);
  const [html = null, ...htmls] = views.flatMap((view) => view.html ?? []).reverse();
  if (texts.length + htmls.length === 0) return { text, html };
  const known = wordsOf(`${text ?? ''}\n${html === null ? '' : textOf(html)}`);
  const moreTexts = texts.filter((more) => saysMore(more, known));
  const moreHtmls = htmls.filter((more) => saysMore(textOf(more), known)).reverse();
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
