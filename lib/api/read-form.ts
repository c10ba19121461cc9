import { AppError, invalid } from '#lib/core/errors.ts';
import { partsOf } from './read-bytes.ts';

/** A file of a form. `filename` comes from the sender: do not trust it and do not store the file under it. */
export type FormFile = { readonly filename: string; readonly bytes: Uint8Array };
/** The parts of a form by name: a text, or the files of that name in their order. */
export type Form = Readonly<Record<string, string | readonly FormFile[]>>;

export type FormLimits = {
  /** The limit of the whole body. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
};

const MAX_PARTS = 20;
const MAX_HEAD_BYTES = 8 * 1024;
const MAX_TEXT_BYTES = 4 * 1024;
const LINE = '\r\n';
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** A name in bytes that are not UTF-8 is still a name. */
const looseUtf8 = new TextDecoder('utf-8');

/**
 * Parses a `multipart/form-data` body (RFC 7578) as it streams in. A body that is too large is rejected midway, and
 * memory never exceeds the limits. Responds with 415 or 400 to anything that is not a form.
 */
export async function readForm(request: Request, limits: FormLimits): Promise<Form> {
  const reading = new FormReading(boundaryOf(request.headers.get('content-type')), limits);
  for await (const bytes of partsOf(request, limits.maxBytes)) reading.take(bytes);
  return reading.end();
}

function boundaryOf(contentType: string | null): string {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ??
    [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new AppError('UnsupportedMediaType', 'Send the body as multipart/form-data');
  return boundary;
}

const broken = () => invalid('The body is not a valid multipart form');

type Part = { readonly name: string; readonly filename: string | null; readonly pieces: Buffer[]; size: number };

class FormReading {
  readonly #delimiter: string;
  readonly #limits: FormLimits;
  readonly #parts: Part[] = [];
  #state: 'preamble' | 'delimiter' | 'head' | 'body' | 'over' = 'preamble';
  // The first delimiter has no line before it.
  #held: Buffer = Buffer.from(LINE);

  constructor(boundary: string, limits: FormLimits) {
    this.#delimiter = `${LINE}--${boundary}`;
    this.#limits = limits;
  }

  take(bytes: Uint8Array): void {
    if (this.#state === 'over') return;
    this.#held = Buffer.concat([this.#held, bytes]);
    while (this.#step());
  }

  end(): Form {
    if (this.#state !== 'over') throw broken();
    const form: Record<string, string | FormFile[]> = Object.create(null);
    for (const { name, filename, pieces } of this.#parts) {
      const bytes = new Uint8Array(Buffer.concat(pieces));
      const known = form[name];
      if (filename === null) {
        if (known !== undefined) throw broken();
        form[name] = textOf(bytes);
      } else if (known === undefined) form[name] = [{ filename, bytes }];
      else if (typeof known === 'string') throw broken();
      else known.push({ filename, bytes });
    }
    return { ...form };
  }

  /** Advances by one step. Returns false when more bytes are needed first. */
  #step(): boolean {
    switch (this.#state) {
      case 'preamble':
      case 'body':
        return this.#readToDelimiter();
      case 'delimiter':
        return this.#readDelimiterEnd();
      case 'head':
        return this.#readHead();
      case 'over':
        return false;
    }
  }

  #readToDelimiter(): boolean {
    const at = this.#held.indexOf(this.#delimiter);
    // The end of the buffer may be the beginning of a delimiter.
    const upTo = at >= 0 ? at : Math.max(0, this.#held.byteLength - this.#delimiter.length + 1);
    this.#keep(this.#held.subarray(0, upTo));
    this.#held = this.#held.subarray(at >= 0 ? at + this.#delimiter.length : upTo);
    if (at >= 0) this.#state = 'delimiter';
    return at >= 0;
  }

  #keep(bytes: Buffer): void {
    const part = this.#state === 'body' ? this.#parts.at(-1) : undefined;
    if (!part || bytes.byteLength === 0) return;
    part.size += bytes.byteLength;
    const most = part.filename === null ? MAX_TEXT_BYTES : this.#limits.maxFileBytes;
    if (part.size > most) throw new AppError('PayloadTooLarge', `A file must not be larger than ${most} bytes`);
    // A copy: a small piece must not keep its whole chunk in memory.
    part.pieces.push(Buffer.from(bytes));
  }

  #readDelimiterEnd(): boolean {
    if (this.#held.byteLength < LINE.length) return false;
    const end = this.#held.toString('latin1', 0, LINE.length);
    if (end !== LINE && end !== '--') throw broken();
    this.#held = this.#held.subarray(LINE.length);
    this.#state = end === LINE ? 'head' : 'over';
    return end === LINE;
  }

  #readHead(): boolean {
    const at = this.#held.indexOf(LINE + LINE);
    if (at > MAX_HEAD_BYTES || (at < 0 && this.#held.byteLength > MAX_HEAD_BYTES)) throw broken();
    if (at < 0) return false;
    if (this.#parts.length === MAX_PARTS) throw invalid('The form has too many parts');
    this.#parts.push({ ...headOf(this.#held.subarray(0, at)), pieces: [], size: 0 });
    this.#held = this.#held.subarray(at + LINE.length * 2);
    this.#state = 'body';
    return true;
  }
}

function headOf(bytes: Buffer): Pick<Part, 'name' | 'filename'> {
  const line = looseUtf8
    .decode(bytes)
    .split(LINE)
    .find((candidate) => /^content-disposition\s*:/i.test(candidate));
  const name = /;\s*name="([^"]*)"/i.exec(line ?? '')?.[1];
  const filename = /;\s*filename="([^"]*)"/i.exec(line ?? '')?.[1];
  if (name === undefined || !/^content-disposition\s*:\s*form-data\s*;/i.test(line ?? '')) throw broken();
  return { name, filename: unquoted(filename) };
}

/** Browsers encode a quote and line breaks of a name like this. */
const unquoted = (name: string | undefined): string | null =>
  name?.replace(/%22/g, '"').replace(/%0d/gi, '\r').replace(/%0a/gi, '\n') ?? null;

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('The form contains text that is not UTF-8');
  }
}
