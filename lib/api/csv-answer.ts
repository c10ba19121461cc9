/**
 * Responds with a table as a download, streamed as it is read. `name` is ours, so it needs no escaping in the header.
 */
export const csvAnswer = (name: string, table: AsyncGenerator<string>): Response =>
  streamedFile(name, 'text/csv; charset=utf-8', table);

/** Responds with a JSON document in the same way. */
export const jsonFileAnswer = (name: string, document: AsyncGenerator<string>): Response =>
  streamedFile(name, 'application/json; charset=utf-8', document);

const streamedFile = (name: string, type: string, parts: AsyncGenerator<string>): Response =>
  new Response(bytesOf(parts), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });

/** Reads only as fast as the client receives, and stops when the client is gone. */
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
