import { amountText } from '#lib/core/money.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import type { CardAsk, CardGateway, StatementLine } from '#lib/payments/ports.ts';
import type { Evidence } from '#lib/payments/schemas/ledger.ts';
import { type Account, type Accounts, accountFor, accountNamed, distinct } from './accounts.ts';
import { accountNotConfigured, lineOf, outcomeOf, pageOf, refusalOf, unanswered, unusable } from './answers.ts';
import { type Fields, readFields, textOf } from './lexemes.ts';
import { type Limits, post } from './post.ts';
import { gatewayCurrencies, purchaseForm } from './purchase-form.ts';
import { readCallback } from './read-callback.ts';
import { sign } from './signature.ts';
import { evidenceOf, feeOf, payloadOf, refundedOf, statement, verifiedValues } from './signed-payment.ts';

export type GatewaySettings = { readonly accounts: Accounts; readonly payUrl: string; readonly apiUrl: string };

type Verb = 'CHECK_STATUS' | 'REFUND' | 'SETTLE' | 'TRANSACTION_LIST';

const limitsOfProduct: Readonly<Record<'purchase' | Verb, Limits>> = {
  purchase: { connectMs: 3 * SECOND_MS, idleMs: 8 * SECOND_MS, totalMs: 10 * SECOND_MS },
  CHECK_STATUS: { connectMs: 3 * SECOND_MS, idleMs: 8 * SECOND_MS, totalMs: 10 * SECOND_MS },
  REFUND: { connectMs: 3 * SECOND_MS, idleMs: 20 * SECOND_MS, totalMs: 25 * SECOND_MS },
  SETTLE: { connectMs: 3 * SECOND_MS, idleMs: 20 * SECOND_MS, totalMs: 25 * SECOND_MS },
  TRANSACTION_LIST: { connectMs: 3 * SECOND_MS, idleMs: 20 * SECOND_MS, totalMs: 60 * SECOND_MS },
};
const MOST_BYTES = 256 * 1024;
const MOST_BYTES_OF_LIST = 32 * 1024 * 1024;

/** Reason codes that the adapter itself handles. */
const CURRENCY_REFUSED = '1110';
const NOT_FOUND = '1127';
const REFUND_IN_PROCESSING = '1138';

type Row = Parameters<CardGateway['refund']>[0];

/** Opens the card gateway over HTTP. The live one and the demo's differ only in addresses and accounts. */
export function openGateway(
  { accounts, payUrl, apiUrl }: GatewaySettings,
  limits: Readonly<Record<'purchase' | Verb, Limits>> = limitsOfProduct,
): CardGateway {
  /** Calls the API of the gateway. Returns its reply, signed or not. */
  async function ask(verb: Verb, account: Account, fields: Fields, signed: readonly string[], signal?: AbortSignal) {
    assertOutsideTransaction('the card gateway');
    const body = JSON.stringify({
      transactionType: verb,
      merchantAccount: account.name,
      ...fields,
      merchantSignature: sign(account.secret(), [account.name, ...signed]),
      apiVersion: 1,
    });
    const mostBytes = verb === 'TRANSACTION_LIST' ? MOST_BYTES_OF_LIST : MOST_BYTES;
    const sent = { url: new URL(apiUrl), type: 'application/json', body, limits: limits[verb], mostBytes, signal };
    return readFields(await post(sent).catch(unanswered(verb))) ?? unusable(verb);
  }

  /**
   * Returns the account that an attempt was started with. Any other account has never seen its reference and would
   * say so.
   */
  function accountOf({ purpose, signed }: Pick<Row, 'purpose' | 'signed'>): Account {
    if (!signed) return accountFor(accounts, purpose);
    const account = accountNamed(accounts, signed.merchantAccount);
    if (!account) throw accountNotConfigured();
    return account;
  }

  /** Sends REFUND or SETTLE of the full amount. `refusedAs` is the status that means nothing has changed. */
  async function change(verb: 'REFUND' | 'SETTLE', row: Row, more: Fields, refusedAs: string): Promise<Evidence> {
    const account = accountOf(row);
    const { orderReference, currency } = row;
    const amount = amountText(row.amountMinor, currency);
    const fields = await ask(verb, account, { orderReference, amount, currency, ...more }, [
      orderReference,
      amount,
      currency,
    ]);
    const { status, reasonCode } = outcomeOf(account, orderReference, fields, refusedAs) ?? unusable(verb, fields);
    return statement({
      source: 'check',
      merchantAccount: account.name,
      amount,
      currency,
      status: verb === 'REFUND' && reasonCode === REFUND_IN_PROCESSING ? 'RefundInProcessing' : status,
      reasonCode,
      payload: payloadOf({ transactionStatus: status, reasonCode }),
    });
  }

  async function listOf(account: Account, from: Date, to: Date): Promise<readonly StatementLine[]> {
    const dateBegin = Math.floor(from.getTime() / 1000);
    const dateEnd = Math.ceil(to.getTime() / 1000);
    const span = [String(dateBegin), String(dateEnd)];
    const answer = await ask('TRANSACTION_LIST', account, { dateBegin, dateEnd }, span);
    if (!Array.isArray(answer.transactionList)) return unusable('TRANSACTION_LIST', answer);
    return answer.transactionList.map((line: unknown) => lineOf(account, line));
  }

  return {
    merchantAccountOf: (purpose) => accountFor(accounts, purpose).name,

    start: async (asked: CardAsk) => {
      assertOutsideTransaction('the card gateway');
      if (!gatewayCurrencies.includes(asked.currency)) return { refused: CURRENCY_REFUSED };
      const url = new URL(payUrl);
      url.searchParams.set('behavior', 'offline');
      const body = purchaseForm(accountFor(accounts, asked.purpose), asked).toString();
      const type = 'application/x-www-form-urlencoded';
      const sent = { url, type, body, limits: limits.purchase, mostBytes: MOST_BYTES };
      const answer = readFields(await post(sent).catch(unanswered('purchase'))) ?? unusable('purchase');
      return pageOf(answer, url) ?? refusalOf(answer) ?? unusable('purchase', answer);
    },

    check: async (row, signal) => {
      const account = accountOf(row);
      const { orderReference } = row;
      const fields = await ask('CHECK_STATUS', account, { orderReference }, [orderReference], signal);
      if (textOf(fields.reasonCode) === NOT_FOUND) return null;
      const values = verifiedValues(account.secret(), fields);
      if (values?.[1] !== orderReference) return unusable('CHECK_STATUS', fields);
      const [, , , currency = ''] = values;
      const feeMinor = feeOf(fields, currency);
      const refundedMinor = refundedOf(fields, currency);
      const payload = {
        ...payloadOf(fields),
        ...(feeMinor !== null && { feeMinor }),
        ...(refundedMinor !== null && { refundedMinor }),
      };
      return evidenceOf(values, payload, 'check');
    },

    // After a refusal, an amount that is not refunded is `Declined`, and an authorized amount stays authorized.
    refund: (row, comment) => change('REFUND', row, { comment: commentOf(comment) }, 'Declined'),
    settle: (row) => change('SETTLE', row, {}, 'WaitingAuthComplete'),

    list: async (from, to) => {
      const lists = await Promise.all(distinct(accounts).map((account) => listOf(account, from, to)));
      return lists.flat();
    },

    readCallback: (raw) => readCallback(accounts, raw),

    accept: ({ orderReference, merchantAccount }, at) => {
      const account = accountNamed(accounts, merchantAccount);
      if (!account) throw new Error('the callback belongs to another merchant account');
      const time = Math.floor(at.getTime() / 1000);
      const signature = sign(account.secret(), [orderReference, 'accept', String(time)]);
      return { orderReference, status: 'accept', time, signature };
    },
  };
}

/** The gateway requires a comment. */
const commentOf = (comment: string): string =>
  comment
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 250) || 'Refund';
