import { scriptJson } from '#lib/web/catalog/json-ld.ts';

/** Renders structured data for search engines. */
export const JsonLd = ({ graph }: { readonly graph: object }) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptJson escapes everything that could end the tag.
    dangerouslySetInnerHTML={{ __html: scriptJson(graph) }}
  />
);
