import { describe, expect, it } from 'vitest';
import type { Evidence } from '#lib/payments/schemas/ledger.ts';
import { attemptStatuses } from '#lib/payments/values.ts';
import {
  type AttemptState,
  attemptTable,
  type Column,
  evidenceKindOf,
  type Next,
  nextOf,
  stateOf,
} from './attempt-states.ts';

type Attempt = Parameters<typeof nextOf>[0];

const said: Record<Column, Partial<Evidence>> = {
  in_progress: { status: 'InProcessing' },
  waiting_auth: { status: 'WaitingAuthComplete' },
  approved: { status: 'Approved' },
  declined: { status: 'Declined', reasonCode: '1104' },
  expired: { status: 'Expired' },
  returned: { status: 'Refunded' },
  refund_in_progress: { status: 'RefundInProcessing' },
  mismatch: { status: 'Approved', amountText: '1547.35' },
};
const columns = Object.keys(said) as Column[];

const evidence = (about: Partial<Evidence> = {}): Evidence => ({
  source: 'webhook',
  status: 'Approved',
  amountText: '1547.36',
  currency: 'UAH',
  merchantAccount: 'shop',
  reasonCode: null,
  inboxId: null,
  payload: {},
  ...about,
});

const closedStates: readonly AttemptState[] = ['declined', 'expired', 'superseded'];

const attempt = (state: AttemptState, about: Partial<Attempt> = {}): Attempt => ({
  status: state === 'refund_pending' ? 'paid' : state,
  refundState: state === 'refund_pending' ? 'pending' : state === 'refunded' ? 'done' : 'none',
  amountMinor: 154_736,
  currency: 'UAH',
  signed: { merchantAccount: 'shop', orderDate: 1, amountText: '1547.36' },
  failure: null,
  closedAt: closedStates.includes(state) ? '2026-01-01T00:00:00.000Z' : null,
  claimedAt: null,
  refunding: null,
  ...about,
});

/** Describes a move in words: the status, then refund state and failure if they changed, then the alert. */
function wordsOf(next: Next, from: Attempt): string {
  const alert = next.alert ? ` !${next.alert}` : '';
  if (next.kind !== 'move') return `${next.kind}${alert}`;
  const refund = next.refundState === from.refundState ? '' : ` refund:${next.refundState}`;
  return `${next.status}${refund}${next.failure ? ` (${next.failure.code})` : ''}${alert}`;
}

const line = (text: string) => Object.fromEntries(text.split('|').map((cell, i) => [columns[i], cell.trim()]));
const suspicious = 'suspicious !amount_differs';

// in progress | waiting auth | approved | declined | expired | refunded, voided | refund in progress | differs
const expected: Record<AttemptState, Record<string, string>> = {
  created: line(`pending | authorized | paid | pending (no_funds) | expired | voided | keep | ${suspicious}`),
  pending: line(`keep | authorized | paid | pending (no_funds) | expired | voided | keep | ${suspicious}`),
  authorized: line(`keep | keep | paid | declined (no_funds) | expired | voided | keep | ${suspicious}`),
  declined: line(`pending | authorized | confirm | keep | keep | voided | keep | ${suspicious}`),
  expired: line(`pending | authorized | confirm | keep | keep | voided | keep | ${suspicious}`),
  superseded: line(`pending | authorized | confirm | keep | keep | voided | keep | ${suspicious}`),
  paid: line(
    'keep | keep | keep | keep !declined_after_paid | keep | refunded refund:done | paid refund:pending | keep !amount_differs',
  ),
  refund_pending: line(
    'keep | keep | keep | keep !declined_after_paid | keep | refunded refund:done | keep | keep !amount_differs',
  ),
  suspicious: line('keep | keep | keep | keep | keep | voided | keep | keep'),
  refunded: line('keep | keep | keep | keep | keep | keep | keep | keep'),
  voided: line('keep | keep | keep | keep | keep | keep | keep | keep'),
};
const states = Object.keys(expected) as AttemptState[];

describe('nextOf', () => {
  it.each(states.flatMap((state) => columns.map((column) => [state, column] as const)))(
    'changes an attempt in state %s as the table says for the result %s',
    (state, column) => {
      const row = attempt(state);

      const next = nextOf(row, evidence(said[column]));

      expect(wordsOf(next, row)).toBe(expected[state][column]);
    },
  );

  it('covers every status, and every status is reachable', () => {
    const transitions = states.flatMap((state) =>
      columns.map((column) => nextOf(attempt(state), evidence({ source: 'check', ...said[column] }))),
    );
    const reached = new Set(transitions.flatMap((next) => (next.kind === 'move' ? [next.status] : [])));

    expect(states.map((state) => stateOf(attempt(state))).sort()).toEqual(Object.keys(attemptTable).sort());
    // Attempts begin as `created`, and a newer attempt makes them `superseded`. No processor reports either.
    expect([...reached, 'created', 'superseded'].sort()).toEqual([...attemptStatuses].sort());
  });

  it('accepts a declined refund only from a check after the refund was requested', () => {
    const asked = { reason: 'excess', wantedAt: '2026-01-01', askedAt: '2026-01-01', promisedAt: null };
    const said = (source: Evidence['source'], refunding: Attempt['refunding']) => {
      const row = attempt('refund_pending', { refunding });
      return wordsOf(nextOf(row, evidence({ source, status: 'Declined' })), row);
    };

    expect(said('check', asked)).toBe('paid refund:failed !refund_failed');
    // The late callback of a card that was declined on the same page, before or after.
    expect(said('webhook', asked)).toBe('keep !declined_after_paid');
    expect(said('check', { ...asked, askedAt: null })).toBe('keep !declined_after_paid');
  });

  it('ends an expired attempt as declined when a decline was recorded, otherwise as expired', () => {
    const declined = attempt('pending', { failure: { code: 'no_funds', message: '' } });

    expect(nextOf(declined, evidence(said.expired))).toMatchObject({
      status: 'declined',
      failure: { code: 'no_funds' },
    });
    expect(nextOf(attempt('pending'), evidence(said.expired))).toMatchObject({ status: 'expired', failure: null });
  });

  it('clears the failure of an attempt that is paid later', () => {
    const declined = attempt('pending', { failure: { code: 'no_funds', message: '' } });

    expect(nextOf(declined, evidence())).toMatchObject({ status: 'paid', failure: null });
  });

  it.each(['declined', 'expired', 'superseded'] as const)(
    'accepts a payment of a %s attempt only from the processor itself, not from a callback',
    (state) => {
      expect(nextOf(attempt(state), evidence({ source: 'webhook' }))).toEqual({ kind: 'confirm', alert: null });
      expect(nextOf(attempt(state), evidence({ source: 'check' }))).toMatchObject({ kind: 'move', status: 'paid' });
      expect(nextOf(attempt(state), evidence({ source: 'chain' }))).toMatchObject({ kind: 'move', status: 'paid' });
    },
  );

  it('requires a check before accepting an approval callback of a reopened attempt', () => {
    const reopened = attempt('pending', { closedAt: '2026-01-01T00:00:00.000Z' });

    expect(nextOf(reopened, evidence({ source: 'webhook' }))).toEqual({ kind: 'confirm', alert: null });
    expect(nextOf(reopened, evidence({ source: 'check' }))).toMatchObject({ kind: 'move', status: 'paid' });
  });

  it.each(['declined', 'expired', 'superseded', 'pending', 'authorized'] as const)(
    'marks a %s attempt as suspicious when a check contradicts the approval of a callback',
    (state) => {
      const at = '2026-01-01T00:00:00.000Z';
      const claimed = attempt(state, { closedAt: at, claimedAt: at });
      const asked = (column: Column) => nextOf(claimed, evidence({ source: 'check', ...said[column] }));

      for (const column of ['declined', 'expired', 'returned', 'refund_in_progress'] as const)
        expect(asked(column)).toMatchObject({ status: 'suspicious', alert: 'approval_contradicted' });
      expect(asked('approved')).toMatchObject({ status: 'paid' });
      expect(wordsOf(asked('in_progress'), claimed)).toBe(
        closedStates.includes(state) ? 'pending' : 'keep', // the next check decides
      );
      expect(nextOf(claimed, evidence(said.declined))).not.toMatchObject({ status: 'suspicious' }); // a callback, not a check
    },
  );

  it('raises an alert and changes nothing when a check reports a voided attempt as paid', () => {
    expect(nextOf(attempt('voided'), evidence({ source: 'check' }))).toEqual({
      kind: 'keep',
      alert: 'approved_after_void',
    });
  });

  it.each([
    ['amount', { amountText: '1547.37' }],
    ['amount that is no number', { amountText: '1547,36' }],
    ['currency', { currency: 'EUR' }],
    ['merchant', { merchantAccount: 'other' }],
    ['merchant that is missing', { merchantAccount: null }],
  ])('never marks an attempt as paid with another %s', (_, status) => {
    expect(nextOf(attempt('pending'), evidence(status))).toMatchObject({
      status: 'suspicious',
      alert: 'amount_differs',
    });
  });

  it.each(['1547.36', '1547.360'])('accepts the equal amount %s', (amountText) => {
    expect(nextOf(attempt('pending'), evidence({ amountText }))).toMatchObject({ status: 'paid' });
  });

  it('reads statuses case-insensitively, and an unknown status as in progress with an alert', () => {
    expect(['Approved', 'APPROVED', 'inProcessing', 'constructor'].map(evidenceKindOf)).toEqual([
      'approved',
      'approved',
      'in_progress',
      'in_progress',
    ]);
    expect(nextOf(attempt('created'), evidence({ status: 'Sleeping' }))).toMatchObject({
      status: 'pending',
      alert: 'unknown_status',
    });
  });

  it('is idempotent: the same result never changes the state that it led to', () => {
    for (const state of states) {
      for (const column of columns) {
        for (const source of ['webhook', 'check'] as const) {
          const row = attempt(state);
          const statement = evidence({ source, ...said[column] });
          const next = nextOf(row, statement);
          if (next.kind !== 'move') continue;
          const { status, refundState, failure } = next;
          const closedAt = closedStates.includes(status) ? '2026-01-01T00:00:00.000Z' : row.closedAt;

          const again = nextOf({ ...row, status, refundState, failure, closedAt }, statement);

          expect([state, column, again.kind], `${state} × ${column}`).toEqual([state, column, 'keep']);
        }
      }
    }
  });
});
