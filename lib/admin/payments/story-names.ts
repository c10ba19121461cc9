import type { StoryStep } from '#lib/admin/schemas/payment-story.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';

/** Returns the present names of the accounts and sellers in a story by their ids. Deleted ones are left out. */
export async function namesInStory(
  { data }: Pick<Context, 'data'>,
  steps: readonly StoryStep[],
): Promise<ReadonlyMap<string, string>> {
  const [users, vendors] = await Promise.all([
    data.getMany(Users, [...new Set(steps.flatMap(actorOf))]),
    data.getMany(Vendors, [...new Set(steps.flatMap(vendorOf))]),
  ]);
  return new Map([...users, ...vendors].flatMap((row) => (row?.data.name ? [[row.id, row.data.name] as const] : [])));
}

function actorOf(step: StoryStep): readonly string[] {
  const actorId = step.kind === 'act' ? step.act.actorId : step.kind === 'event' ? step.event.actorId : null;
  return actorId === null ? [] : [actorId];
}

const vendorOf = (step: StoryStep): readonly string[] => (step.kind === 'settlement' ? [step.settlement.vendorId] : []);
