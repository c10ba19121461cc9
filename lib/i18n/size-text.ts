const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats the size of a file: "3.4 MB". The steps are 1000, as in current file managers. */
export function sizeText(sizeBytes: number, locale: string): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(sizeBytes, 1)) / 3), 0), units.length - 1);
  const unit = units[step] ?? 'byte';
  const figure = sizeBytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit, unitDisplay: step === 0 ? 'long' : 'short' },
    maximumFractionDigits: step === 0 || figure >= 10 ? 0 : 1,
  }).format(figure);
}
