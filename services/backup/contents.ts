/** The database of a data folder, and of a backup. */
export const DATABASE = 'plaza.db';
/** The generated keys: without them no stored secret and no session can be read. */
export const KEYS = 'keys.json';
/** Folders beside the database: uploaded files and raw mail, and the books of the demo gateway. */
export const FOLDERS = ['files', 'card-gateway'] as const;
