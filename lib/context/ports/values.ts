/** What a model is asked for; `agent` answers shoppers on a product's page. */
export const modelPurposes = ['classify', 'draft', 'agent'] as const;
export type ModelPurpose = (typeof modelPurposes)[number];
