import { sendForm } from '#lib/web/api/send-form.ts';
import type { ProductDraft } from '#lib/web/seller/product-draft.ts';

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
  const data = new FormData();
  data.set('file', file);
  data.set('vendorId', vendorId);
  onUpload({ name: file.name, share: 0 });
  const { file: stored } = await sendForm<Uploaded>('/api/media', data, {
    onProgress: (share) => onUpload({ name: file.name, share }),
  });
  return { fileId: stored.id, url: stored.url, alt: '', width: stored.width, height: stored.height };
}
