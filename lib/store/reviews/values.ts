export const reviewStatuses = ['published', 'pending', 'hidden', 'removed'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** Why a review waits for a moderator. */
export const pendingCauses = ['link', 'new_account', 'same_text', 'was_hidden'] as const;
export type PendingCause = (typeof pendingCauses)[number];

export const reviewSorts = ['newest', 'rating_desc', 'rating_asc'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

export const starCounts = [1, 2, 3, 4, 5] as const;
export type Stars = (typeof starCounts)[number];
