import { collection } from '#lib/data/collection.ts';
import { agentUsage, budgetDay } from '#lib/settings/schemas/model-use.ts';

// Both are here because one budget limits their sum.

/** What the inbox spent, by UTC day. */
export const EmailBudgetDays = collection('email_budget_days', { label: 'Budget day', schema: budgetDay, indexes: [] });

/** What the product agent spent, by UTC day. */
export const AgentUsageDays = collection('agent_usage', { label: 'Usage day', schema: agentUsage, indexes: [] });
