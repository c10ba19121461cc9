import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#lib/notifications/deliver/default-preferences.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { changedPreferences, chosenWays } from './chosen-preferences.ts';
import { closedIn, closedOf } from './closed-ways.ts';

const shown = defaultPreferences('Europe/Kyiv');

/** Returns the form as a browser sends it when these preferences are shown. */
function formOf({ types, quietHours, frequency, ...ways }: Preferences): FormData {
  const form = new FormData();
  const tick = (name: string, isOn: boolean) => isOn && form.set(name, 'on');
  tick('push', ways.pushNotifications);
  tick('email', ways.emailNotifications);
  for (const [type, switches] of Object.entries(types))
    for (const way of chosenWays) tick(`${type}.${way}`, switches[way]);
  tick('quiet', quietHours.enabled);
  for (const name of ['start', 'end', 'timezone'] as const) form.set(name, quietHours[name]);
  form.set('frequency', frequency);
  return form;
}

describe('the preferences form', () => {
  it('saves only the changed preferences', () => {
    const form = formOf(shown);
    expect(changedPreferences(shown, form)).toEqual({});

    form.set('MESSAGE.email', 'on');
    form.delete('WALLET.enabled');
    form.set('quiet', 'on');

    expect(changedPreferences(shown, form)).toEqual({
      types: { MESSAGE: { email: true }, WALLET: { enabled: false } },
      quietHours: { enabled: true },
    });
  });

  it('disables the same switches for a filled-in form as for the stored preferences', () => {
    const closed: Preferences = {
      ...shown,
      emailNotifications: false,
      types: { ...shown.types, WALLET: { ...shown.types.WALLET, enabled: false } },
    };

    expect(closedIn(formOf(closed))).toEqual({ push: false, email: true, types: ['WALLET'] });
    expect(closedOf(closed)).toEqual(closedIn(formOf(closed)));
  });
});
