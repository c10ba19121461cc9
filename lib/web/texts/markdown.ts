import { decodeHTML } from 'entities';
import { Marked, type Tokens } from 'marked';

/** A part of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] };

/** A part of a page. */
export type Block =
  /** `id`: what a link to this place names. It is written as `{#id}` at the end of the line. */
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly id: string | null;
      readonly content: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

/** What all tokens may have. The union of Marked includes extensions of any name, so `type` does not tell its parts apart. */
type Token = {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
};

const parser = new Marked({ gfm: false });

/**
 * Reads Markdown as blocks for the page to draw. Nothing of it becomes HTML: a tag in the text is shown as it is
 * written. Pictures become their description. Tables are no part of plain Markdown.
 */
export const readMarkdown = (text: string): readonly Block[] => parser.lexer(text).flatMap(toBlocks);

function toBlocks(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [headingOf(token as Tokens.Heading)];
    case 'paragraph':
    // The text of an item in a tight list.
    case 'text':
      return [{ kind: 'paragraph', content: token.tokens ? inlines(token.tokens) : plain(token.raw) }];
    case 'html':
      return token.raw.trim() === ''
        ? []
        : [{ kind: 'paragraph', content: [{ kind: 'text', text: token.raw.trim() }] }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: (token as Tokens.Blockquote).tokens.flatMap(toBlocks) }];
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const blocks = items.map(({ tokens }) => tokens.flatMap(toBlocks));
      return [{ kind: 'list', start: ordered ? Number(start) : null, items: blocks }];
    }
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return [];
  }
}

const anchor = / \{#([a-z][a-z0-9-]{0,40})\}$/;

function headingOf({ depth, text, tokens }: Tokens.Heading): Block {
  const id = anchor.exec(text)?.[1] ?? null;
  const content = inlines(tokens);
  const last = content.at(-1);
  if (id !== null && last?.kind === 'text')
    content[content.length - 1] = { ...last, text: last.text.replace(anchor, '') };
  return { kind: 'heading', level: depth, id, content };
}

const inlines = (tokens: readonly Token[] = []): Inline[] => tokens.flatMap(toInlines);
const plain = (text: string): Inline[] => [{ kind: 'text', text: decodeHTML(text) }];

function toInlines(token: Token): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, content: inlines(token.tokens) }];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link': {
      const href = safeHref((token as Tokens.Link).href);
      const content = inlines(token.tokens);
      return href === null ? content : [{ kind: 'link', href, content }];
    }
    case 'html':
      return [{ kind: 'text', text: token.raw }];
    default:
      return token.tokens ? inlines(token.tokens) : plain(token.text ?? token.raw);
  }
}

const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Returns the address of a link, or null for any other protocol than those of pages, mail and telephone. One slash at
 * its start means a page of this shop.
 */
export function safeHref(written: string): string | null {
  const href = decodeHTML(written).trim();
  if (/^\/(?![/\\])/.test(href) || href.startsWith('#')) return href;
  if (!URL.canParse(href)) return null;
  return protocols.has(new URL(href).protocol) ? href : null;
}

/** Returns the words of a line, without marks. */
export const wordsOf = (content: readonly Inline[]): string =>
  content.map((part) => ('content' in part ? wordsOf(part.content) : 'text' in part ? part.text : ' ')).join('');
