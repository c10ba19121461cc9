/** The tags that HTML of a mail may contain. Other tags are removed, but their text stays. */
export const allowedTags = [
  ...['a', 'abbr', 'acronym', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption'],
  ...['center', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure'],
  ...['font', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main'],
  ...['mark', 'ol', 'p', 'pre', 'q', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong', 'sub', 'sup'],
  ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
];

/** The content of these tags is not text of the mail. */
export const silentTags = ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'template', 'title', 'noembed'];

const cell = ['align', 'valign', 'bgcolor', 'width', 'height', 'colspan', 'rowspan', 'nowrap', 'abbr', 'scope'];

export const allowedAttributes = {
  '*': ['style', 'dir', 'lang', 'title', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'data-remote', 'alt', 'width', 'height', 'border', 'hspace', 'vspace'],
  table: ['bgcolor', 'width', 'height', 'border', 'cellpadding', 'cellspacing', 'frame', 'rules'],
  tr: ['bgcolor', 'valign', 'height'],
  td: cell,
  th: cell,
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  div: ['bgcolor'],
  font: ['color', 'face', 'size'],
  hr: ['size', 'width', 'color', 'noshade'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
};
