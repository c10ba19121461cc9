import { CustomerBlock } from '#components/inbox/customer/customer-block.tsx';
import type { CustomerTexts } from '#components/inbox/customer/customer-texts.ts';
import { SidePart } from '#components/inbox/threads/side-part.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type BesideMail, type CustomerOrder, customerBesideMail } from '#lib/admin/customer/customer.ts';
import type { UserContext } from '#lib/context/context.ts';
import { fill } from '#lib/i18n/fill.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';

type CustomerPartProps = { readonly ctx: UserContext; readonly threadId: string };

/** Reads and shows what the sender of a mail has with the platform. A failure leaves the mail and the reply usable. */
export async function CustomerPart({ ctx, threadId }: CustomerPartProps) {
  const { t } = await consoleTexts('customer');
  const beside = await readBeside(ctx, threadId);
  if (beside === null) return null;
  return (
    <SidePart title={t('title')}>
      {beside === 'failed' ? (
        <p role="alert" className="text-sm text-danger">
          {t('failed')}
        </p>
      ) : (
        <CustomerBlock beside={beside} threadId={threadId} texts={await customerTexts(beside)} />
      )}
    </SidePart>
  );
}

async function readBeside(ctx: UserContext, threadId: string): Promise<BesideMail | 'failed' | null> {
  try {
    return await customerBesideMail(ctx, threadId);
  } catch (error) {
    ctx.log('error', 'customer.beside_mail_failed', { threadId, error });
    return 'failed';
  }
}

async function customerTexts({ customer }: BesideMail): Promise<CustomerTexts> {
  const [{ t, locale, dayOf }, { texts: people }, { texts: orders }] = await Promise.all([
    consoleTexts('customer'),
    consoleTexts('people'),
    consoleTexts('orders'),
  ]);
  const buyers = [...new Set(customer?.orders.map((order) => order.locale))];
  const lines = new Map(
    await Promise.all(
      buyers.map(async (buyer) => {
        const [{ texts }, status] = await Promise.all([
          consoleTexts('customer', buyer),
          clientTexts('orderStatus', buyer),
        ]);
        return [buyer, { texts, status }] as const;
      }),
    ),
  );
  const lineOf = (order: CustomerOrder): string => {
    const written = lines.get(order.locale);
    if (!written) return order.number;
    const { texts, status } = written;
    const line = fill(texts.line, { number: order.number, status: status[order.status] }, order.locale);
    if (order.trackingUrls.length === 0) return line;
    return `${line} ${fill(texts.tracking, { links: order.trackingUrls.join(' ') }, order.locale)}`;
  };
  return { t, locale, dayOf, people, orders, statusTexts: await clientTexts('orderStatus', locale), lineOf };
}

/** Shows that the customer is being read. */
export async function CustomerSkeleton() {
  const { t } = await consoleTexts('customer');
  return (
    <SidePart title={t('title')}>
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-24 w-full" />
    </SidePart>
  );
}
