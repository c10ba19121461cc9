import { describe, expect, it } from 'vitest';
import { pushProblem } from '#lib/core/env/push.ts';
import { testEnv, testRuntime } from '#tests/support/context.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { vapidOf, withDemoPush } from './demo-vapid.ts';

const ring = (letter: string) => [{ kid: 'k1', key: new Uint8Array(Buffer.from(letter.repeat(32))) }];

describe('push in a demo', () => {
  it('has the same VAPID keys at each start of an installation', async () => {
    const { push } = await testRuntime({ vars: { PLAZA_DEMO: '1' } });
    const again = await testRuntime({ vars: { PLAZA_DEMO: '1' } });

    expect(push.web?.publicKey).toMatch(/^B[A-Za-z0-9_-]{86}$/);
    expect(again.push.web?.publicKey).toBe(push.web?.publicKey);
    expect((await testRuntime()).push.web).toBeNull();
  });

  it('has a valid key pair, different for each installation', () => {
    const env = testEnv({ PLAZA_DEMO: '1' });

    expect(pushProblem({ ...withDemoPush(env, ring('a')), NODE_ENV: 'production' })).toBeNull();
    expect(vapidOf(Buffer.from('a'.repeat(32)))).toEqual(vapidOf(Buffer.from('a'.repeat(32))));
    expect(vapidOf(Buffer.from('a'.repeat(32)))).not.toEqual(vapidOf(Buffer.from('b'.repeat(32))));
  });

  it('keeps configured keys', () => {
    const env = testEnv({ PLAZA_DEMO: '1', ...pushVars });

    expect(withDemoPush(env, ring('a'))).toBe(env);
  });
});
