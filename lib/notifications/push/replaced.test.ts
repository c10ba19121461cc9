import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { PushRegistrations } from './collections.ts';
import { registerDevice } from './registrations.ts';

const device = { deviceInfo: {}, platform: 'android', token: 'token-of-one-phone' };
const register = (as: UserContext, name: string) => registerDevice(as, { ...device, deviceFingerprint: name });

/** Returns a copy of the context that runs `happens` once, when the transaction that stores the device begins. */
function meanwhile(as: UserContext, happens: () => Promise<void>): UserContext {
  let isFirst = true;
  const tx: typeof as.data.tx = async (work, options) => {
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return as.data.tx(work, options);
  };
  return { ...as, data: { ...as.data, tx } };
}

describe('a device that replaces another', () => {
  it('leaves its address to one user, also when two users register it at the same time', async () => {
    const world = await testContext();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    const late = meanwhile(anna, async () => {
      world.clock.advance(1);
      await register(boris, 'phone-of-boris');
    });

    await register(late, 'phone-of-anna');

    expect((await everyRow(world.data, PushRegistrations)).map(({ data }) => data.userId)).toEqual([boris.user.id]);
  });

  it('does not delete a device that has another address by then', async () => {
    const world = await testContext();
    const [anna, boris] = [await asUser(world), await asUser(world)];
    await register(boris, 'phone-of-boris');
    const late = meanwhile(anna, () =>
      registerDevice(boris, { ...device, deviceFingerprint: 'phone-of-boris', token: 'another-token' }),
    );

    await register(late, 'phone-of-anna');

    const people = (await everyRow(world.data, PushRegistrations)).map(({ data }) => data.userId);
    expect(people.sort()).toEqual([anna.user.id, boris.user.id].sort());
  });

  it('does not delete the device unseen for longest when it was seen again meanwhile', async () => {
    const world = await testContext();
    const anna = await asUser(world);
    const registerOwn = (n: number) =>
      registerDevice(anna, { ...device, deviceFingerprint: `device-${n}`, token: `token-of-${n}` });
    for (let n = 1; n <= 20; n++) {
      world.clock.advance(MINUTE_MS);
      await registerOwn(n);
    }
    const late = meanwhile(anna, () => registerOwn(1));
    world.clock.advance(MINUTE_MS);

    await register(late, 'device-21');

    const names = (await everyRow(world.data, PushRegistrations)).map(({ data }) => data.deviceFingerprint);
    expect(names).toContain('device-1');
  });
});
