/** A table as a file to keep, sent as it is read. `name` is ours: nothing in it has to be escaped in a header. */
export const csvAnswer = (name: string, table: AsyncGenerator<string>): Response =>
  new Response(bytesOf(table), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });

/** Reads on only as fast as the other end takes it, and no further once that has gone. */
function bytesOf(table: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(out) {
      const part = await table.next();
      if (part.done) out.close();
      else out.enqueue(encoder.encode(part.value));
    },
    async cancel() {
      await table.return(undefined);
    },
  });
}
