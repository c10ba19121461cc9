import { DayChart } from '#components/ui/chart/day-chart.tsx';
import type { PlatformStats } from '#lib/admin/schemas/platform-stats.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { clientTexts } from '#lib/web/i18n/page-texts.ts';
import { chartTexts } from './chart-texts.ts';
import { FigureCard, FigureCards } from './figure-card.tsx';
import { ShareList } from './share-list.tsx';

/** Shows the figures of the platform: accounts, orders, revenue and messages of the range, and what waits now. */
export async function PlatformBoard({ figures }: { readonly figures: PlatformStats }) {
  const [{ t, texts, locale }, { words, count, sumOf }, people] = await Promise.all([
    consoleTexts('analytics'),
    chartTexts(),
    consoleTexts('people'),
  ]);
  const statuses = await clientTexts('orderStatus', locale);
  const { users, orders, revenue, products, conversations, mail, queues, daily } = figures;
  const days = daily.map(({ date }) => date);
  const charts = [
    [texts.newUsers, daily.map(({ newUsers }) => newUsers)],
    [texts.newOrders, daily.map((day) => day.orders)],
    [texts.messages, daily.map(({ messages }) => messages)],
  ] as const;
  const shares = (counts: Readonly<Record<string, number>>, labels: Readonly<Record<string, string>>) =>
    Object.entries(counts).map(([name, value]) => ({ label: labels[name] ?? name, value }));
  const waiting = Object.entries({ ...mail, ...queues }).map(([name, value]) => ({
    label: texts[`waiting_${name as keyof typeof mail | keyof typeof queues}`], // the keys of both objects
    value,
  }));

  return (
    <>
      <FigureCards>
        <FigureCard
          name={t('users')}
          value={count(users.total)}
          notes={[
            t('usersNew', { count: users.new }),
            t('usersActive', { count: users.active }),
            t('usersVerified', { count: users.verified }),
          ]}
        />
        <FigureCard name={t('orders')} value={count(orders.total)} notes={[t('ordersNew', { count: orders.new })]} />
        {revenue.map(({ currency, amountMinor, orders: paid, refundedMinor, refunds }) => (
          <FigureCard
            key={currency}
            name={t('revenue', { currency })}
            value={moneyText(amountMinor, currency, locale)}
            notes={[
              t('revenueOrders', { count: paid }),
              ...(refunds > 0
                ? [t('refunded', { amount: moneyText(refundedMinor, currency, locale), count: refunds })]
                : []),
            ]}
          />
        ))}
        <FigureCard
          name={t('products')}
          value={count(products.listed)}
          notes={[t('productsUnlisted', { count: products.unlisted })]}
        />
        <FigureCard
          name={t('conversations')}
          value={count(conversations.total)}
          notes={[t('conversationMessages', { count: conversations.messages })]}
        />
      </FigureCards>
      <div className="grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-3">
        {charts.map(([title, values]) => (
          <DayChart
            key={title}
            title={title}
            summary={sumOf(title, days, values)}
            words={words}
            days={days}
            series={[{ label: title, tone: 'primary', values }]}
            shape="bars"
            text={count}
          />
        ))}
        <ShareList title={t('ordersByStatus')} shares={shares(orders.byStatus, statuses)} text={count} />
        <ShareList
          title={t('usersByRole')}
          shares={Object.entries(users.byRole).map(([role, value]) => ({
            label: people.texts[`role_${role as keyof typeof users.byRole}`], // the keys are the roles
            value,
          }))}
          text={count}
        />
        <ShareList
          title={t('waiting')}
          shares={waiting}
          hasBars={false}
          text={(value) => (value > MOST_COUNTED ? `${count(MOST_COUNTED)}+` : count(value))}
        />
      </div>
    </>
  );
}
