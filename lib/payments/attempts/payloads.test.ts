import { describe, expect, it } from 'vitest';
import { storedPayload } from './payloads.ts';

describe('storedPayload', () => {
  it('keeps only what is named for the processor, so that no token that could charge again is ever stored', () => {
    const said = { cardPan: '41****8217', recToken: 'secret', email: 'a@b.test', feeMinor: 12, note: 'x' };

    expect(storedPayload('cardgw', said)).toEqual({ cardPan: '41****8217' });
    expect(storedPayload('manual', said)).toEqual({ note: 'x' });
    expect(storedPayload('credit', said)).toEqual({});
  });

  it.each(['4111111111118217', '4111 1111 1111 8217', '4111-1111-1111-8217', 4111111111118217])(
    'cuts a card number that came unmasked: %s',
    (cardPan) => {
      expect(storedPayload('cardgw', { cardPan })).toEqual({ cardPan: '****8217' });
    },
  );

  it('leaves the empty number of a wallet payment as it is', () => {
    expect(storedPayload('cardgw', { cardPan: '' })).toEqual({ cardPan: '' });
  });
});
