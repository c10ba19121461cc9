import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Breaks a row in a running server's database, so that every page showing it fails. Returns a repair function. */
export function spoilRow(folder: string, collection: string, id: string): () => void {
  const write = (change: (database: DatabaseSync) => void): void => {
    const database = new DatabaseSync(join(folder, 'plaza.db'), { timeout: 5000 });
    change(database);
    database.close();
  };
  let whole = '';
  write((database) => {
    const found = database.prepare(`SELECT d FROM "c_${collection}" WHERE id = ?`).get(id);
    whole = String(found?.d);
    const { contact: _gone, ...rest } = JSON.parse(whole) as Record<string, unknown>; // our own row
    database.prepare(`UPDATE "c_${collection}" SET d = ? WHERE id = ?`).run(JSON.stringify(rest), id);
  });
  return () => write((database) => database.prepare(`UPDATE "c_${collection}" SET d = ? WHERE id = ?`).run(whole, id));
}
