import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { changePreferences } from '#lib/notifications/deliver/preferences.ts';
import { releaseDeferred } from '#lib/notifications/deliver/release.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { addBrowser, openPushWorld } from '#tests/support/pushing.ts';

const quietHours = { enabled: true, start: '22:00', end: '07:00', timezone: 'Europe/Kyiv' };

describe('a push in quiet hours', () => {
  it.each([
    ['forward', '2026-03-28T21:30:00.000Z', '2026-03-29T04:00:00.000Z'],
    ['back', '2026-10-24T22:30:00.000Z', '2026-10-25T05:00:00.000Z'],
  ])('is sent once, at seven, in the night when the clock of Kyiv goes %s', async (_, told, morning) => {
    const { world, anna, service } = await openPushWorld();
    world.clock.set(told);
    await addBrowser(anna, service.origin, 'one-of-anna');
    await changePreferences(anna, { quietHours });
    await createNotification(world, anna.user.id, {
      type: 'SYSTEM',
      title: 'News',
      message: 'Words',
      source: 'test',
    });
    const pushedAt = async (at: number) => {
      world.clock.set(new Date(at).toISOString());
      await releaseDeferred(world);
      await world.drain();
      return service.pushed.length;
    };

    expect(await pushedAt(Date.parse(told))).toBe(0);
    expect(await pushedAt(Date.parse(morning) - MINUTE_MS)).toBe(0);
    expect(await pushedAt(Date.parse(morning))).toBe(1);
    expect(await pushedAt(Date.parse(morning) + MINUTE_MS)).toBe(1);
  });
});
