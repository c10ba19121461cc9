import buyers from './buyers.json' with { type: 'json' };
import deliveries from './deliveries.json' with { type: 'json' };
import goods from './goods.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };
import { historySchema } from './schema.ts';
import sellers from './sellers.json' with { type: 'json' };
import talks from './talks.json' with { type: 'json' };

/** The files of the past of a demo. */
export const historyFiles = { buyers, sellers, goods, deliveries, talks, reviews };

export const demoHistory = historySchema.parse(historyFiles);
export type DemoBuyer = (typeof demoHistory.buyers)[number];
export type DemoTalk = (typeof demoHistory.talks)[number];
export type DemoReviews = (typeof demoHistory.reviews)[number];
