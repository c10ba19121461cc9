import { html } from './html.ts';
import { framePage, type Page } from './page-frame.ts';
import type { Payment } from './payment.ts';

/** Returns all payments for programs, newest last. Each includes its callbacks as they were sent. */
export const overviewOf = (payments: readonly Payment[], origin: string) => ({
  payments: payments.map(({ vkh, client: _client, ...payment }) => ({ ...payment, page: `${origin}/page?vkh=${vkh}` })),
});

/** Returns the same list as a page, newest first. */
export function overviewPage(payments: readonly Payment[]): Page {
  const rows = payments.toReversed().map(
    ({ vkh, orderReference, amount, currency, status, reasonCode, createdAt, news }) => html`<tr>
<th scope="row"><a href="/page?vkh=${vkh}">${orderReference}</a></th>
<td>${amount} ${currency}</td>
<td>${status} (${reasonCode})</td>
<td>${createdAt}</td>
<td>${news.map((notification) => html`<div>${notification.status}: ${notification.state}, ${notification.tries} × ${notification.lastAnswer ?? ''}</div>`)}</td>
</tr>`,
  );
  const content = html`<h1>Payments</h1>
${rows.length === 0 ? html`<p class="said">There is no payment yet.</p>` : null}
<div class="scroll" tabindex="0" role="region" aria-label="Payments"><table>
<thead><tr><th scope="col">Reference</th><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Started</th><th scope="col">Callbacks</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
  return framePage({ language: 'en', title: 'Payments', content, isWide: true });
}
