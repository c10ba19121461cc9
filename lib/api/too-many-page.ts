import type { Locale } from '#lib/i18n/values.ts';
import en from './too-many-page/en.json' with { type: 'json' };
import ru from './too-many-page/ru.json' with { type: 'json' };
import type { TooManyTexts } from './too-many-page/schema.ts';
import uk from './too-many-page/uk.json' with { type: 'json' };

/** The texts of the page, in each language. */
export const texts: Readonly<Record<Locale, TooManyTexts>> = { en, uk, ru };

/** The page runs and loads nothing. */
export const TOO_MANY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The colours of globals.css, which this page must not load. */
const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;padding:20vh 16px;background:light-dark(#faf8f5,#161412);color:light-dark(#1f1b17,#f3efe9);',
  "font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif}",
  'main{max-width:36rem;margin:0 auto}',
  'a{display:inline-block;min-height:44px;padding:0 20px;border-radius:8px;line-height:44px;font-weight:500;',
  'text-decoration:none;background:light-dark(#1c4a3c,#93d3b8);color:light-dark(#ffffff,#0e2a20)}',
].join('');

/**
 * Returns the page for a caller over the page limit, in place of any other page. Its link leads to the same address.
 */
export function tooManyPage(locale: Locale, seconds: number): string {
  const { title, text, retry } = texts[locale];
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Plaza</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p>${text.replace('{seconds}', String(seconds))}</p>
<p><a href="">${retry}</a></p>
</main></body>
</html>
`;
}
