/** One event of a stream, with its data parsed. */
export type StreamEvent = { readonly event: string; readonly data: unknown };

/** Reads the events of a response as they come, and skips comments. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = eventOf(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    // A reader that stops early leaves: the server then stops the answer.
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): StreamEvent | null {
  const fieldOf = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const [event, data] = [fieldOf('event'), fieldOf('data')];
  return event === undefined || data === undefined ? null : { event, data: JSON.parse(data) as unknown };
}
