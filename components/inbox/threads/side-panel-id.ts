/** The drawer beside a conversation, for the button that opens it. */
export const SIDE_PANEL = 'thread-side';
