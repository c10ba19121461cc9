import type { Locale } from '#lib/i18n/values.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { scriptJson } from '#lib/web/catalog/json-ld.ts';
import { productGraph } from '#lib/web/catalog/product-graph.ts';

type ProductJsonProps = { readonly product: PublicProduct; readonly origin: string; readonly locale: Locale };

/** Renders the structured data of a product for search engines, with the current stock. */
export const ProductJson = ({ product, origin, locale }: ProductJsonProps) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson escapes everything that could end the tag.
    dangerouslySetInnerHTML={{ __html: scriptJson(productGraph(product, origin, locale)) }}
  />
);
