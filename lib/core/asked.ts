/** Reads a header by its name in lower case; `Headers` is one such reader. */
export type HeaderReader = Pick<Headers, 'get'>;

/** What admission looks at of a request: a `Request`, or an upgrade that none was made of. */
export type Asked = { readonly method: string; readonly url: string; readonly headers: HeaderReader };
