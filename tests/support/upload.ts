import { POST } from '#app/api/conversations/upload/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import type { UploadedFile } from '#lib/messaging/schemas/attachment.ts';
import { type Call, call } from '#tests/support/call.ts';
import type { TestContext } from '#tests/support/context.ts';

export type TestFile = { readonly filename: string; readonly bytes: Uint8Array; readonly type?: string };

/** The smallest picture: a PNG header that states the dimensions. */
export const tinyPng = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d4948445200000003000000020806000000', 'hex'));
export const textFile = (text: string, filename = 'note.txt'): TestFile => ({ filename, bytes: Buffer.from(text) });

/** Returns a form as a browser sends it. */
export async function formOf(
  files: readonly TestFile[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Pick<Call, 'raw' | 'headers'>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { filename, bytes, type = '' } of files)
    form.append('file', new File([new Uint8Array(bytes)], filename, { type }));
  const made = new Request('http://localhost/', { method: 'POST', body: form });
  const type = made.headers.get('content-type') ?? '';
  return { raw: new Uint8Array(await made.arrayBuffer()), headers: { 'content-type': type } };
}

/** Uploads files and returns the route's response. */
export const upload = async (
  as: TestContext & UserContext,
  files: readonly TestFile[],
  fields: Readonly<Record<string, string>> = {},
) => call(POST, { as, ...(await formOf(files, fields)) });

/** Uploads one file and expects the route to accept it. */
export async function uploadOne(
  as: TestContext & UserContext,
  file: TestFile = textFile('hello'),
): Promise<UploadedFile> {
  const { body, text } = await upload(as, [file]);
  const [first] = body.attachments ?? [];
  if (!first) throw new Error(`the upload was refused: ${text}`);
  return first;
}
