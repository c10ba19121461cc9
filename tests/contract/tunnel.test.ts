import { describe } from 'vitest';
import { transports } from '#lib/tunnel/values.ts';
import { forms } from '#tests/support/tunnel-servers.ts';
import { tunnelContract } from './tunnel.contract.ts';

for (const form of forms)
  for (const transport of transports) describe(`${transport} by ${form}`, () => tunnelContract(transport, form));
