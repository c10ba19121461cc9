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
 * What of clean HTML could run, load or cover something, as found by patterns that know nothing of how it was cleaned:
 * tags that may not be there at all, handlers, schemes, styles and addresses of pictures.
 */
export function remoteOrUnsafe(html: string): string[] {
  // Words of the text are no tags: they are escaped there, so only what stands inside tags is looked at.
  const tags = html.match(/<[^>]*>/g)?.join('\n') ?? '';
  return [active, handler, scheme, leaky, escaped, css, loads].flatMap((pattern) => tags.match(pattern) ?? []);
}
