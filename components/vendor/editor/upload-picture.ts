import { sendForm } from '#lib/web/api/send-form.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';

/** The types of pictures that a seller may upload. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

/** A file on its way, and the share of it that has been sent. */
export type Upload = { readonly name: string; readonly share: number };

type Uploaded = {
  readonly file: { readonly id: string; readonly url: string; readonly width: number; readonly height: number };
};

/** Uploads a picture for a product of a vendor and returns it as the draft holds it. Rejects with the API's refusal. */
export async function uploadPicture(
  file: File,
  vendorId: string,
  onUpload: (upload: Upload) => void,
): Promise<ProductDraft['images'][number]> {
  const stored = await send(file, { vendorId }, onUpload);
  return { fileId: stored.id, url: stored.url, alt: '', width: stored.width, height: stored.height };
}

/** Uploads the logo of a vendor and returns the id of its file. Rejects with the API's refusal. */
export async function uploadLogo(file: File, vendorId: string, onUpload: (upload: Upload) => void): Promise<string> {
  return (await send(file, { vendorId, use: 'logo' }, onUpload)).id;
}

async function send(
  file: File,
  fields: Readonly<Record<string, string>>,
  onUpload: (upload: Upload) => void,
): Promise<Uploaded['file']> {
  const data = new FormData();
  data.set('file', file);
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  onUpload({ name: file.name, share: 0 });
  const { file: stored } = await sendForm<Uploaded>('/api/media', data, {
    onProgress: (share) => onUpload({ name: file.name, share }),
  });
  return stored;
}
