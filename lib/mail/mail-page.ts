import type { PlatformMail } from '#lib/context/ports/mail.ts';
import { withoutTurns } from '#lib/core/header-text.ts';

/** A piece of a mail. Its words are plain text in both forms of the mail, whatever they contain. */
export type MailPart =
  | { readonly text: string; readonly small?: boolean }
  | { readonly title: string }
  | { readonly code: string }
  | { readonly link: string; readonly label: string }
  | { readonly rows: readonly MailRow[] };
export type MailRow = { readonly name: string; readonly detail?: string; readonly value: string };

type Page = Pick<PlatformMail, 'key' | 'to' | 'subject'> & {
  /** The language tag of the words. */
  readonly locale: string;
  readonly heading: string;
  readonly parts: readonly MailPart[];
};

/** Returns a platform mail as plain text and HTML with the same words. The HTML loads nothing remote. */
export const mailPage = ({ key, to, subject, ...page }: Page): PlatformMail => ({
  key,
  to,
  subject: oneLine(subject),
  text: textOf(page),
  html: htmlOf(page),
});

type Body = Pick<Page, 'locale' | 'heading' | 'parts'>;

/** Collapses line breaks. A text typed by a person could otherwise imitate the mail's own text. */
const oneLine = (text: string): string => withoutTurns(text).replaceAll(/(?<!\s)\s*[\r\n\u2028\u2029]+\s*/g, ' ');

const textOf = ({ heading, parts }: Body): string =>
  [oneLine(heading), ...parts.map(textOfPart)].join('\n\n').concat('\n');

function textOfPart(part: MailPart): string {
  if ('text' in part) return oneLine(part.text);
  if ('title' in part) return oneLine(part.title);
  if ('code' in part) return `    ${part.code}`;
  if ('link' in part) return `${oneLine(part.label)}\n${part.link}`;
  return part.rows
    .map(({ name, detail, value }) => [name, detail, value].filter(Boolean).map((text) => oneLine(text ?? '')))
    .map((cells) => cells.join('\n  '))
    .join('\n');
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const words = (text: string): string => escapeHtml(oneLine(text));

// Half-transparent lines and no text colour, so that a reader's dark mode can invert the page.
const LINE = 'border-bottom:1px solid rgba(128,128,128,0.35)';

const htmlOf = ({ locale, heading, parts }: Body): string => `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${words(heading)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${words(heading)}</h1>
${parts.map(htmlOfPart).join('\n')}
</div>
</body>
</html>
`;

function htmlOfPart(part: MailPart): string {
  if ('text' in part)
    return `<p style="margin:0 0 16px${part.small ? ';font-size:14px;opacity:0.75' : ''}">${words(part.text)}</p>`;
  if ('title' in part) return `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.3">${words(part.title)}</h2>`;
  if ('code' in part)
    return `<p style="margin:0 0 24px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${words(part.code)}</p>`;
  if ('link' in part)
    return `<p style="margin:0 0 24px"><a href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1c4a3c;color:#ffffff;text-decoration:none;font-weight:600">${words(part.label)}</a></p>`;
  return `<table role="presentation" style="width:100%;margin:0 0 24px;border-collapse:collapse">
${part.rows.map(htmlOfRow).join('\n')}
</table>`;
}

const htmlOfRow = ({ name, detail, value }: MailRow): string =>
  `<tr><td style="padding:8px 16px 8px 0;vertical-align:top;${LINE}">${words(name)}${
    detail ? `<br><span style="font-size:14px;opacity:0.75">${words(detail)}</span>` : ''
  }</td><td style="padding:8px 0;vertical-align:top;text-align:right;${LINE}">${words(value)}</td></tr>`;
