import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';
import { pageTexts } from './page-texts.ts';
import { type PageLanguage, pageLanguages } from './payment.ts';

export type Page = {
  readonly body: string;
  /** The content security policy of the page. */
  readonly policy: string;
};

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Frame = {
  readonly language: PageLanguage;
  readonly title: string;
  readonly content: Html;
  readonly isWide?: boolean;
  /** The address of the page, for links to its other languages. */
  readonly switchTo?: string;
  /** Another address that its forms may post to. */
  readonly formTo?: string | null;
  readonly script?: string;
};

/** Builds a whole page. Its policy names the style and the script by their hashes. */
export function framePage({ language, title, content, isWide = false, switchTo, formTo = null, script }: Frame): Page {
  const t = pageTexts[language];
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${t.demo}</title>
<style>${{ markup: PAGE_STYLE }}</style>
</head>
<body>
<header class="demo">${t.demo}</header>
<main${isWide ? html` class="wide"` : null}>
${content}
</main>
${switchTo === undefined ? null : languageLinks(language, switchTo)}
${script === undefined ? null : html`<script>${{ markup: script }}</script>`}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(PAGE_STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `form-action ${["'self'", ...(formTo === null ? [] : [new URL(formTo).origin])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { body: page.markup, policy };
}

const languageLinks = (
  current: PageLanguage,
  address: string,
): Html => html`<nav aria-label="${pageTexts[current].language}">
${pageLanguages.map(
  (language) =>
    html`<a href="${address}&lang=${language}" lang="${language}" hreflang="${language}"${language === current ? html` aria-current="true"` : null}>${pageTexts[language].name}</a>`,
)}
</nav>`;
