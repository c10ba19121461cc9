/** The id of the sidebar. The bar of a narrow screen opens it by this id. */
export const SIDEBAR = 'console-sidebar';
