// Writes docs/api/openapi.json from the routes: `npm run openapi`.
import { writeFileSync } from 'node:fs';
import { openApiOf } from '#lib/api/openapi.ts';
import { readRoutes } from '#tests/support/route-table.ts';

const document = openApiOf(await readRoutes());
writeFileSync(new URL('../docs/api/openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
