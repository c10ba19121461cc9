import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import { type DemoThread, demoMailsSchema } from './schema.ts';
import uk from './uk.json' with { type: 'json' };

/** The threads of the demo's inbox. */
export const demoThreads: readonly DemoThread[] = [en, uk, ru].flatMap((threads) => demoMailsSchema.parse(threads));
