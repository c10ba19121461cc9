/**
 * The policy of the frame: no scripts and no requests. Images are `data:` URIs from the server, because the frame sends
 * no session.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const LOOK = [
  ':root{color-scheme:light}',
  'body{margin:16px;background:#fff;color:#1f1b17;font:15px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}',
  'img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}a{color:#1c4a3c}',
  'blockquote{margin:0 0 0 8px;padding-left:12px;border-left:3px solid #d8d2ca}',
  'img:not([src]){display:inline-block;min-width:16px;min-height:16px;border:1px dashed #a39c93;color:#6b645c}',
].join('');

/** Returns sanitised HTML as a document for a sandboxed frame. */
export const mailDocument = (html: string): string =>
  [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>${LOOK}</style></head><body dir="auto">`,
    // The mail's own images that are not loaded yet. The frame could not load them.
    html.replaceAll(/(<img\b[^>]*?) src="cid:/gi, '$1 data-cid="'),
    '</body></html>',
  ].join('');
