const active =
  /<\s*\/?\s*(?:script|style|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|meta|base|link|svg|math|video|audio|source|track|template|noscript|marquee|portal|body|html)\b/gi;
const handler = /\son[a-z]+\s*=/gi;
const scheme =
  /(?:href|src|action|background|cite)\s*=\s*["']?\s*(?!https?:\/\/|mailto:|tel:|cid:|data:image\/)[^"'>\s]+/gi;
const leaky = /\s(?:(?:ping|formaction)\s*=|target\s*=(?!\s*["']?_blank))/gi;
/** A backslash in a style can spell any of the words below. */
const escaped = /style\s*=\s*"[^"]*\\/gi;
const css = /url\s*\(|expression\s*\(|position\s*:|@import|behavior\s*:|-moz-binding|display\s*:\s*none/gi;
const loads =
  /<(?!a\s)[a-z0-9]+[^>]*\s(?:src|srcset|background|poster|data|lowsrc|dynsrc)\s*=\s*["']?\s*(?:https?:)?\/\//gi;

/**
 * Returns the parts of clean HTML that could run, load or cover something: forbidden tags, handlers, schemes, styles,
 * and addresses of pictures. Its patterns know nothing of how the HTML was cleaned.
 */
export function remoteOrUnsafe(html: string): string[] {
  // Words of the text are escaped and therefore not tags, so only the inside of tags is searched.
  const tags = html.match(/<[^>]*>/g)?.join('\n') ?? '';
  return [active, handler, scheme, leaky, escaped, css, loads].flatMap((pattern) => tags.match(pattern) ?? []);
}
