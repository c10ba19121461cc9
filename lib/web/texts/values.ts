/** The pages whose text an operator edits: `data/pages/{page}.{en,uk,ru}.md`. */
export const textPages = ['help', 'delivery', 'returns', 'terms', 'privacy'] as const;
export type TextPage = (typeof textPages)[number];
