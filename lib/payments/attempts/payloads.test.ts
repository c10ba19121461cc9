import { describe, expect, it } from 'vitest';
import { storedPayload } from './payloads.ts';

describe('storedPayload', () => {
  it('keeps only the fields allowed for the processor, so no reusable card token is stored', () => {
    const said = { cardPan: '41****8217', recToken: 'secret', email: 'a@b.test', feeMinor: 12, note: 'x' };

    expect(storedPayload('cardgw', said)).toEqual({ cardPan: '41****8217' });
    expect(storedPayload('manual', said)).toEqual({ note: 'x' });
    expect(storedPayload('credit', said)).toEqual({});
  });

  it.each(['4111111111118217', '4111 1111 1111 8217', '4111-1111-1111-8217', 4111111111118217])(
    'masks an unmasked card number: %s',
    (cardPan) => {
      expect(storedPayload('cardgw', { cardPan })).toEqual({ cardPan: '****8217' });
    },
  );

  it('leaves an empty card number of a wallet payment unchanged', () => {
    expect(storedPayload('cardgw', { cardPan: '' })).toEqual({ cardPan: '' });
  });
});
