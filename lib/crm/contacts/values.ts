export const contactSources = ['manual', 'mail'] as const;
export type ContactSource = (typeof contactSources)[number];

export const emailStatuses = ['unknown', 'ok', 'bounced', 'complained'] as const;
export type EmailStatus = (typeof emailStatuses)[number];
