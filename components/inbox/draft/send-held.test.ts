import { describe, expect, it } from 'vitest';
import { needsDialog } from './send-held.ts';

const contact = { email: 'nora@example.test', name: null };
const plain = { stale: false, toEmail: 'Nora@Example.test', foreignLinks: [], openSlots: [] };

describe('a reply that is approved and sent with one key', () => {
  it('leaves without the send dialog when nothing about it is doubtful', () => {
    expect(needsDialog(plain, contact)).toBe(false);
  });

  it.each([
    ['goes to another address', { toEmail: 'else@example.test' }],
    ['was written before the newest mail', { stale: true }],
    ['has a foreign link', { foreignLinks: ['https://elsewhere.test'] }],
    ['has an open placeholder', { openSlots: ['name'] }],
  ])('needs the send dialog when it %s', (_name, patch) => {
    expect(needsDialog({ ...plain, ...patch }, contact)).toBe(true);
  });
});
