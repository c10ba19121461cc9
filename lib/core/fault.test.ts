import { afterEach, describe, expect, it } from 'vitest';
import { armFault, fault } from './fault.ts';

describe('fault', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it('does nothing when no fault is armed', async () => {
    await expect(fault('outbox.after_effect')).resolves.toBeUndefined();
  });

  it('throws only at the armed point and only at the armed pass', async () => {
    armFault({ FAULT_AT: 'outbox.after_effect:2', FAULT_MODE: 'throw' });

    await fault('hold.before_commit');
    await fault('outbox.after_effect');
    await expect(fault('outbox.after_effect')).rejects.toThrow('fault at outbox.after_effect');
    await expect(fault('outbox.after_effect')).resolves.toBeUndefined();
  });

  it('can simulate a busy store', async () => {
    armFault({ FAULT_AT: 'hold.before_commit', FAULT_MODE: 'busy' });

    await expect(fault('hold.before_commit')).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });
});
