import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';
import { clearPending, readPending, resendSeconds, storePending } from './pending-sign-in.ts';

const at = (seconds: number) => new Date(1_772_445_600_000 + seconds * 1000);
const memory = () =>
  openStorage(() => {
    throw new Error('no storage here');
  });

describe('a pending sign-in', () => {
  it('is restored in its tab for as long as the code is valid', () => {
    const storage = memory();

    storePending(storage, 'anna@plaza.test', at(0));

    expect(readPending(storage, at(599))).toEqual({ email: 'anna@plaza.test', askedAt: at(0).getTime() });
    expect(readPending(storage, at(600))).toBeNull();
  });

  it('is deleted once it is complete', () => {
    const storage = memory();
    storePending(storage, 'anna@plaza.test', at(0));

    clearPending(storage);

    expect(readPending(storage, at(1))).toBeNull();
  });

  it('allows another email after a minute', () => {
    const pending = storePending(memory(), 'anna@plaza.test', at(0));

    expect([0, 0.5, 59, 60, 90].map((seconds) => resendSeconds(pending, at(seconds)))).toEqual([60, 60, 1, 0, 0]);
  });

  it.each(['', '{', 'null', '7', '{"email":7,"askedAt":1}', '{"email":"a@b.c"}'])(
    'is ignored when the stored value is %j',
    (text) => {
      const storage = memory();
      storage.setItem('plaza_sign_in', text);

      expect(readPending(storage, at(0))).toBeNull();
    },
  );

  it('is ignored when its time is in the future', () => {
    const storage = memory();
    storePending(storage, 'anna@plaza.test', at(100));

    expect(readPending(storage, at(0))).toBeNull();
  });
});
