/** The database file of a data folder, and of a backup. */
export const DATABASE = 'plaza.db';
/** The file of the generated keys. Without them no stored secret and no session can be read. */
export const KEYS = 'keys.json';
/** The folders beside the database: uploaded files and raw mail, and the records of the demo gateway. */
export const FOLDERS = ['files', 'card-gateway'] as const;
