export const taskStatuses = ['open', 'in_progress', 'overdue', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const openTaskStatuses = ['open', 'in_progress', 'overdue'] as const satisfies readonly TaskStatus[];
export const isOpen = (status: TaskStatus): boolean => openTaskStatuses.some((open) => open === status);

export const taskPriorities = ['low', 'normal', 'high'] as const;
export type TaskPriority = (typeof taskPriorities)[number];

/** The types that the console offers. Any other lower snake case name is accepted too. */
export const taskTypes = ['reply', 'follow_up', 'call', 'review', 'meeting', 'delivery_failed', 'other'] as const;
