import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerApi } from './api.ts';
import { decide } from './decide.ts';
import type { DemoPayments } from './demo-payments.ts';
import type { AnswerFault, Faults } from './faults.ts';
import { readJson, readText, redirect, sendJson, sendPage, Unfit } from './http.ts';
import type { Merchant } from './message.ts';
import type { Notes } from './notes.ts';
import { overviewOf, overviewPage } from './overview.ts';
import { missingPage, paymentPage, refusedPage, returnPage } from './page.ts';
import { type PageLanguage, type Payment, pageLanguages } from './payment.ts';
import { reasonOf } from './reasons.ts';
import { runControl } from './run-control.ts';
import { readPurchase } from './take-order.ts';

export type GatewayWorld = {
  readonly payments: DemoPayments;
  readonly faults: Faults;
  readonly notes: Notes;
  readonly merchant: Merchant;
  readonly speed: number;
  readonly now: () => Date;
  /** The base address of links to its pages. */
  readonly origin: string;
};
type Call = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL };
type Answer = (world: GatewayWorld, call: Call) => Promise<void> | void;

const routes: Readonly<Record<string, Answer>> = {
  'GET /': showAll,
  'POST /pay': takePurchase,
  'GET /page': showPayment,
  'POST /page': takeDecision,
  'POST /api': takeApiCall,
  'POST /__control': async ({ payments, faults }, { request, response }) =>
    sendJson(response, JSON.stringify(await runControl({ payments, faults }, await readJson(request)))),
  'GET /__log': ({ notes }, { response }) => sendJson(response, JSON.stringify({ notes: notes.all() })),
};

const hosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Responds to one request. A host name that is not this machine's own is rejected, because another site may have
 * pointed it here.
 */
export async function answerRequest(world: GatewayWorld, request: IncomingMessage, response: ServerResponse) {
  try {
    const url = URL.parse(request.url ?? '/', `http://${request.headers.host}`);
    if (!url || !hosts.includes(url.hostname)) throw new Unfit(421, 'not the name of this machine');
    const answer = routes[`${request.method} ${url.pathname}`];
    if (!answer) throw new Unfit(404, 'nothing is here');
    await answer(world, { request, response, url });
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    sendJson(response, JSON.stringify({ reason: error.message }), error.status);
  }
}

/** Applies the fault of a reply. Returns true when nothing is left to do. The log notes a withheld reply. */
function isRuined(fault: AnswerFault | null, response: ServerResponse, notes: Notes): boolean {
  switch (fault) {
    case 'error':
      sendJson(response, JSON.stringify({ reason: 'Internal error' }), 500);
      return true;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bad gateway');
      return true;
    case 'silence':
      notes.note('answer.withheld', null);
      return true;
    case 'lost':
    case 'news_first':
    case null:
      return false;
  }
}

async function takePurchase(world: GatewayWorld, { request, response, url }: Call): Promise<void> {
  const { payments, faults, notes, merchant, now, origin } = world;
  const form = new URLSearchParams(await readText(request));
  const fault = faults.ofAnswer('pay');
  if (isRuined(fault, response, notes)) return;

  const read = readPurchase({ form, merchant, now: now(), notes });
  const taken = 'payment' in read && !(await payments.admit(read.payment)) ? { refused: 1112 } : read;
  const isOffline = url.searchParams.get('behavior') === 'offline';
  const reference = form.get('orderReference');
  if ('payment' in taken && fault === 'news_first') {
    await payments.move(taken.payment.orderReference, { status: 'Approved', reasonCode: 1100 });
    await payments.flush();
  }
  if (fault === 'lost') {
    response.destroy();
  } else if ('refused' in taken) {
    notes.problem('purchase.refused', reference, { reasonCode: taken.refused });
    const answer = { reason: reasonOf(taken.refused), reasonCode: taken.refused, transactionStatus: 'Declined' };
    if (isOffline) sendJson(response, JSON.stringify(answer));
    else sendPage(response, refusedPage(preferredLanguage(request), taken.refused), 400);
  } else {
    notes.note('purchase.taken', reference);
    const page = `${origin}/page?vkh=${taken.payment.vkh}`;
    if (isOffline) sendJson(response, JSON.stringify({ url: page }));
    else redirect(response, 302, page);
  }
}

async function showPayment(world: GatewayWorld, { request, response, url }: Call): Promise<void> {
  const { payments, merchant, now } = world;
  const payment = payments.byKey(url.searchParams.get('vkh') ?? '');
  if (!payment) return sendPage(response, missingPage(languageOf(null, request, url)), 404);
  if (payment.openedAt === null) await payments.change(payment.orderReference, { openedAt: now().toISOString() });
  const language = languageOf(payment, request, url);
  sendPage(response, paymentPage({ payment, language, now: now(), merchant }));
}

async function takeDecision(world: GatewayWorld, { request, response, url }: Call): Promise<void> {
  const { payments, merchant } = world;
  const payment = payments.byKey(url.searchParams.get('vkh') ?? '');
  const language = languageOf(payment, request, url);
  if (!payment) return sendPage(response, missingPage(language), 404);
  const form = new URLSearchParams(await readText(request));
  const next = await decide(world, {
    payment: payments.byKey(payment.vkh) ?? payment,
    action: form.get('action') ?? '',
    reasonCode: Number(form.get('reasonCode')),
  });
  if (next === 'ask_bank') return redirect(response, 303, `/page?vkh=${payment.vkh}&lang=${language}`);
  sendPage(response, returnPage({ payment: payments.byKey(payment.vkh) ?? payment, language, merchant }));
}

async function takeApiCall(world: GatewayWorld, { request, response }: Call): Promise<void> {
  const read = await readJson(request);
  if (typeof read !== 'object' || read === null) throw new Unfit(400, 'not an object');
  const ask: Readonly<Record<string, unknown>> = { ...read };
  const type = typeof ask.transactionType === 'string' ? ask.transactionType : '';
  const fault = world.faults.ofAnswer('api', type);
  if (isRuined(fault, response, world.notes)) return;
  const json = await answerApi(world, ask);
  const reference = typeof ask.orderReference === 'string' ? ask.orderReference : null;
  world.notes.note('api.answered', reference, { type });
  if (fault === 'lost') response.destroy();
  else sendJson(response, json);
}

function showAll({ payments, origin }: GatewayWorld, { request, response }: Call): void {
  const wantsPage = (request.headers.accept ?? '').includes('text/html');
  if (wantsPage) sendPage(response, overviewPage(payments.all()));
  else sendJson(response, JSON.stringify(overviewOf(payments.all(), origin)));
}

/** Returns the language of the address, else that of the shop's request, else the browser's. */
function languageOf(payment: Payment | null, request: IncomingMessage, url: URL): PageLanguage {
  const named = pageLanguages.find((language) => language === url.searchParams.get('lang'));
  return named ?? payment?.language ?? preferredLanguage(request);
}

function preferredLanguage(request: IncomingMessage): PageLanguage {
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2));
  return (
    pageLanguages.find((language) => language === wanted.find((tag) => pageLanguages.some((known) => known === tag))) ??
    'en'
  );
}
