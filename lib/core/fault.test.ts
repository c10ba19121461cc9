import { afterEach, describe, expect, it } from 'vitest';
import { armFault, fault } from './fault.ts';

describe('fault', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it('does nothing in a process that was not started for a fault test', async () => {
    await expect(fault('outbox.after_effect')).resolves.toBeUndefined();
  });

  it('breaks at the named point and no other, at the named pass and no other', async () => {
    armFault({ FAULT_AT: 'outbox.after_effect:2', FAULT_MODE: 'throw' });

    await fault('hold.before_commit');
    await fault('outbox.after_effect');
    await expect(fault('outbox.after_effect')).rejects.toThrow('fault at outbox.after_effect');
    await expect(fault('outbox.after_effect')).resolves.toBeUndefined();
  });

  it('can look like a store that is busy', async () => {
    armFault({ FAULT_AT: 'hold.before_commit', FAULT_MODE: 'busy' });

    await expect(fault('hold.before_commit')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });
});
