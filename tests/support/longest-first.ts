import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The rooms whose files take longest, because they start servers or walk long histories. */
const slowRooms = ['tests/bench/', 'tests/faults/', 'tests/property/', 'tests/contract/', 'tests/server/'];

/** Begins with what takes long, so that no worker sits over the last long file while the other has nothing left. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = slowRooms.findIndex((room) => moduleId.includes(`/${room}`));
  return at === -1 ? slowRooms.length : at;
}
