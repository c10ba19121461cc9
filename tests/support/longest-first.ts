import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders whose files take longest, because they start servers or replay long histories. */
const slowRooms = ['tests/bench/', 'tests/faults/', 'tests/property/', 'tests/contract/', 'tests/server/'];

/** Starts the slow files first, so that one worker does not run the last slow file while the other is idle. */
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
