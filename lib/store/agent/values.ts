/** What a shopper may ask about and a statement may rest on, besides attributes. */
const pageFacts = [
  'price',
  'compare_at',
  'stock',
  'delivery',
  'returns',
  'warranty',
  'rating',
  'vendor',
  'category',
] as const;

/** What a statement of an answer rests on. */
export const sourceFields = [...pageFacts, 'attribute', 'description', 'variant'] as const;
export type SourceField = (typeof sourceFields)[number];

/** What a shopper may ask about besides attributes. The page never says how to pay. */
export const agentTopics = [...pageFacts, 'payment'] as const;
export type AgentTopic = (typeof agentTopics)[number];

/** Properties that attributes, options or sentences of the description hold under many names. */
export const agentConcepts = [
  'material',
  'care',
  'microwave',
  'height',
  'size',
  'weight',
  'volume',
  'power',
  'color',
  'pages',
  'format',
  'language',
  'author',
  'origin',
  'contents',
  'water',
] as const;
export type AgentConcept = (typeof agentConcepts)[number];

export const proposalKinds = ['add_to_cart', 'show_variant', 'ask_seller'] as const;
export const agentModes = ['model', 'page'] as const;
export type AgentMode = (typeof agentModes)[number];
/** `off`: an administrator has switched the agent off. */
export const chatModes = [...agentModes, 'off'] as const;
export type ChatMode = (typeof chatModes)[number];
export const agentRoles = ['user', 'assistant'] as const;
/** `interrupted`: the shopper left or stopped it, or its process ended. */
export const agentMessageStates = ['done', 'interrupted', 'failed'] as const;
export type AgentMessageState = (typeof agentMessageStates)[number];
