import { ChartFrame } from '#components/ui/chart/chart-frame.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type Share = { readonly label: string; readonly value: number };
type ShareChartProps = {
  readonly title: string;
  readonly shares: readonly Share[];
  readonly unit: string;
  readonly fill?: string;
};

const [WIDTH, ROW, LABEL, FIGURE] = [440, 24, 170, 44];

/** Shows the shares of a total by name, the largest first, rendered on the server. */
export async function ShareChart({ title, shares, unit, fill = 'fill-primary' }: ShareChartProps) {
  const { t } = await consoleTexts('figures');
  const sorted = [...shares].sort((a, b) => b.value - a.value);
  const max = Math.max(1, ...shares.map(({ value }) => value));
  const room = WIDTH - LABEL - FIGURE;
  return (
    <ChartFrame
      title={title}
      asTable={t('asTable')}
      head={['', unit]}
      rows={sorted.map(({ label, value }) => [label, String(value)])}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${Math.max(1, sorted.length) * ROW}`}
        role="img"
        aria-label={t('chartShares', { title })}
        className="w-full max-w-xl"
      >
        {sorted.map(({ label, value }, at) => (
          <g key={label}>
            <text x={LABEL - 8} y={at * ROW + 16} textAnchor="end" className="fill-text text-[12px]">
              {label}
            </text>
            <rect
              x={LABEL}
              y={at * ROW + 4}
              width={Math.max(value === 0 ? 0 : 2, (value / max) * room)}
              height={ROW - 8}
              rx="3"
              className={fill}
            />
            <text
              x={LABEL + (value / max) * room + 8}
              y={at * ROW + 16}
              className="fill-muted text-[12px] tabular-nums"
            >
              {value}
            </text>
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}
