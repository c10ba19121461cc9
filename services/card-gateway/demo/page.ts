import { type Html, html } from './html.ts';
import { formFieldsOf, type Merchant, messageOf } from './message.ts';
import { framePage, type Page } from './page-frame.ts';
import { type PageTexts, pageTexts } from './page-texts.ts';
import { awaitsBank, isExpired, isPayable, type PageLanguage, type Payment } from './payment.ts';
import { declineCodes, reasonOf } from './reasons.ts';

/** Sends the buyer back without a click. Without scripts the buyer clicks the button. */
const SUBMIT = 'document.forms[0].requestSubmit()';

type Shown = {
  readonly payment: Payment;
  readonly language: PageLanguage;
  readonly now: Date;
  readonly merchant: Merchant;
};

/** Returns the page of a payment in its current state: the choices, the bank's question, or the way back. */
export function paymentPage({ payment, language, now, merchant }: Shown): Page {
  const t = pageTexts[language];
  const address = `/page?vkh=${payment.vkh}`;
  const canDecide = isPayable(payment, now);
  const way = canDecide
    ? awaitsBank(payment)
      ? bankForm(t, `${address}&lang=${language}`)
      : choices(t, `${address}&lang=${language}`)
    : backForm(t, payment, merchant);
  const said = canDecide && payment.status !== 'Declined' ? null : statusTextOf(t, payment, now);
  const content = html`${heading(t, payment, language)}
${said === null ? null : html`<p class="said${payment.status === 'Approved' ? '' : ' bad'}" role="status">${said}</p>`}
${way}`;
  return framePage({
    language,
    title: t.title,
    content,
    switchTo: address,
    formTo: canDecide ? null : payment.returnUrl,
  });
}

/** Returns the page that posts the buyer back to the shop with the gateway's message, cross-site like the real one. */
export function returnPage({ payment, language, merchant }: Omit<Shown, 'now'>): Page {
  const t = pageTexts[language];
  const hasShop = payment.returnUrl !== null;
  const content = html`<h1>${hasShop ? t.goingBack : t.noShop}</h1>
${backForm(t, payment, merchant)}`;
  return framePage({
    language,
    title: t.title,
    content,
    formTo: payment.returnUrl,
    ...(hasShop && { script: SUBMIT }),
  });
}

export function missingPage(language: PageLanguage): Page {
  const t = pageTexts[language];
  return framePage({ language, title: t.notFound, content: html`<h1>${t.notFound}</h1>` });
}

/** Returns the page for a buyer whose form the gateway rejects. */
export function refusedPage(language: PageLanguage, reasonCode: number): Page {
  const t = pageTexts[language];
  const content = html`<h1>${t.refused}</h1><p class="said bad">${reasonOf(reasonCode)} (${reasonCode})</p>`;
  return framePage({ language, title: t.refused, content });
}

function statusTextOf(t: PageTexts, payment: Payment, now: Date): string {
  if (payment.status === 'Approved') return t.done;
  if (payment.later !== null || ['InProcessing', 'Pending', 'WaitingAuthComplete'].includes(payment.status))
    return t.working;
  if (isExpired(payment, now)) return t.expired;
  return payment.status === 'Declined' ? `${t.reasons[payment.reasonCode] ?? ''} ${t.declined}`.trim() : t.stopped;
}

/** Amounts stay text: Intl formats a decimal string exactly. */
const money = (language: PageLanguage, amount: string, currency: string): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, { style: 'currency', currency }).format(
    amount as `${number}`,
  );

const heading = (t: PageTexts, payment: Payment, language: PageLanguage): Html => html`<h1>${t.title}</h1>
<p class="amount">${money(language, payment.amount, payment.currency)}</p>
<p class="muted">${payment.domain} · ${t.order} ${payment.orderReference}</p>
<h2>${t.lines}</h2>
<ul class="lines">
${payment.lines.map(
  ({ name, count, price }) =>
    html`<li><span>${name}</span><span>${count} × ${isAmount(price) ? money(language, price, payment.currency) : price}</span></li>`,
)}
</ul>`;

const isAmount = (price: string): boolean => /^\d{1,12}(?:\.\d+)?$/.test(price);

const choices = (t: PageTexts, address: string): Html => html`<h2 id="choose">${t.choose}</h2>
<form method="post" action="${address}" aria-labelledby="choose">
<button class="main" name="action" value="approve">${t.approve}</button>
<div class="pair">
<button name="action" value="secure">${t.secure}</button>
<button name="action" value="slow" aria-describedby="slow">${t.slow}</button>
</div>
<p class="muted" id="slow">${t.slowHint}</p>
<div class="pair part">
<label>${t.reason}
<select name="reasonCode">${declineCodes.map((code) => html`<option value="${code}">${t.reasons[code] ?? ''}</option>`)}</select>
</label>
<button class="danger" name="action" value="decline">${t.decline}</button>
</div>
<div class="pair part">
<button name="action" value="expire">${t.expire}</button>
<button name="action" value="close">${t.close}</button>
</div>
</form>`;

const bankForm = (t: PageTexts, address: string): Html => html`<h2 id="bank">${t.bankTitle}</h2>
<p class="muted">${t.bankText}</p>
<form method="post" action="${address}" aria-labelledby="bank">
<button class="main" name="action" value="confirm">${t.confirm}</button>
<button class="danger" name="action" value="fail">${t.fail}</button>
</form>`;

function backForm(t: PageTexts, payment: Payment, merchant: Merchant): Html {
  if (payment.returnUrl === null) return html`<p class="said">${t.noShop}</p>`;
  const fields = formFieldsOf(messageOf(payment, merchant));
  return html`<form method="post" action="${payment.returnUrl}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="main">${t.back}</button>
</form>`;
}
