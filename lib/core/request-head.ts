/** Reads a header by its lower-case name. `Headers` is one such reader. */
export type HeaderReader = Pick<Headers, 'get'>;

/** The parts of a request that admission reads: a `Request`, or an upgrade without one. */
export type RequestHead = { readonly method: string; readonly url: string; readonly headers: HeaderReader };
