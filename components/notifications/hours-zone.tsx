import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ZoneField } from '#components/ui/form/zone-field.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';

type HoursZoneProps = {
  readonly zone: string;
  readonly zones: readonly string[];
  readonly locale: Locale;
  readonly texts: Pick<Texts<'notifications'>, 'zone' | 'useZone'>;
};

const never = () => () => {};
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows the time zone of a user's quiet hours. Offers the zone of the browser when it differs, because users travel. */
export function HoursZone({ zone, zones, locale, texts }: HoursZoneProps) {
  const [chosen, choose] = useState(zone);
  const here = useSyncExternalStore<string | null>(never, zoneHere, () => null);
  const all = here === null || zones.includes(here) ? zones : [...zones, here];
  return (
    <div className="flex flex-col gap-2">
      <ZoneField
        id="timezone"
        name="timezone"
        label={texts.zone}
        zones={all}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {here !== null && here !== chosen && (
        <Button look="quiet" size="small" className="self-start" onClick={() => choose(here)}>
          {fill(texts.useZone, { zone: here }, locale)}
        </Button>
      )}
    </div>
  );
}
