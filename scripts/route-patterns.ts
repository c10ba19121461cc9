// Writes lib/api/collecting/route-patterns.json from the file tree of app: `npm run route-patterns`.
import { writeFileSync } from 'node:fs';
import { readRoutePatterns } from '#tests/support/route-patterns.ts';

const file = new URL('../lib/api/collecting/route-patterns.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(readRoutePatterns(), null, 2)}\n`);
