/** The id of the drawer next to a conversation, for the button that opens it. */
export const SIDE_PANEL = 'thread-side';
