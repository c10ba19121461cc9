import { once } from 'node:events';
import { WebSocket } from 'ws';

type Answer = { readonly id?: number; readonly type: string; readonly result?: unknown; readonly message?: string };
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void };

/** Opens a WebDriver BiDi connection to a browser. Commands may overlap; each resolves with its own reply. */
export async function openBidi(url: string) {
  const line = new WebSocket(url);
  const waiting = new Map<number, Waiting>();
  let last = 0;
  line.on('message', (text: Buffer) => {
    const { id, type, result, message } = JSON.parse(text.toString()) as Answer;
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (type === 'success') asked?.resolve(result);
    else asked?.reject(new Error(message));
  });
  line.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'));
    waiting.clear();
  });
  await once(line, 'open');

  /** Sends a command. The caller names the type of the result, as the specification defines it. */
  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as Waiting['resolve'], reject });
      line.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, close: () => line.close() };
}

export type Bidi = Awaited<ReturnType<typeof openBidi>>;

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value?: unknown } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** Evaluates an expression in a page and returns its value, passed as JSON. */
export async function evaluateIn<T>({ send }: Bidi, context: string, expression: string): Promise<T> {
  const done = await send<Evaluated>('script.evaluate', {
    expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
    target: { context },
    awaitPromise: true,
    userActivation: true,
  });
  if (done.type === 'exception') throw new Error(done.exceptionDetails.text);
  return JSON.parse(String(done.result.value)) as T;
}
