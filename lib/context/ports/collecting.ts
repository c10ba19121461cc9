/** One measure of a page view. `path` is the pattern of a page, never an address. */
export type VitalSample = { readonly name: string; readonly value: number; readonly path: string };

/** The samples of browsers that this process has not stored yet. */
export type VitalsBuffer = {
  note(samples: readonly VitalSample[]): void;
  /** Stores everything noted so far. Never throws: what could not be stored waits for the next flush. */
  flush(): Promise<void>;
};

/** Whose call failed, and the request id that the log has too. */
type Caller = { readonly userId: string | null; readonly requestId: string | null };

/** An error as its finder describes it. `path` is the pattern of a page or route, never an address. */
export type NotedError =
  | ({ readonly kind: 'server'; readonly thrown: unknown; readonly path: string } & Caller)
  | ({ readonly kind: 'process'; readonly processId: string; readonly code: string; readonly message: string } & Caller)
  | ({
      readonly kind: 'client';
      readonly name: string;
      readonly message: string;
      readonly path: string;
      readonly release: string;
    } & Caller)
  | ({
      readonly kind: 'csp';
      readonly directive: string;
      readonly blocked: string;
      readonly path: string;
    } & Caller);

/** The errors of this process and of browsers that this process has not stored yet. */
export type ErrorBuffer = {
  /** Never throws, whatever was thrown. */
  note(error: NotedError): void;
  /** Stores everything noted so far. Never throws: what could not be stored waits for the next flush. */
  flush(): Promise<void>;
};
