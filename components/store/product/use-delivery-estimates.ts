import { useEffect, useState } from 'react';
import type { AddressView } from '#lib/store/schemas/address.ts';
import type { DeliveryEstimate, DeliveryEstimates } from '#lib/store/schemas/delivery-estimate.ts';
import { get } from '#lib/web/api/api-client.ts';

type Asked = {
  readonly vendorIds: readonly string[];
  readonly currency: string;
  readonly isSignedIn: boolean;
  /** What the page knows already, of the country of its seller. */
  readonly first?: DeliveryEstimate;
};

/**
 * Returns how sellers deliver to the country of the reader's last address; without one, within their own countries. A
 * seller is missing until its estimate is loaded.
 */
export function useDeliveryEstimates({
  vendorIds,
  currency,
  isSignedIn,
  first,
}: Asked): ReadonlyMap<string, DeliveryEstimate> {
  const country = useLastCountry(isSignedIn);
  const [found, setFound] = useState<DeliveryEstimates | null>(null);
  const ids = vendorIds.toSorted().join(',');
  const isKnown = first !== undefined && (country === null || country === first.country);
  const place = country === null ? '' : `&country=${country}`;

  useEffect(() => {
    if (ids === '' || country === undefined || isKnown) return;
    const stop = new AbortController();
    get<DeliveryEstimates>(`/api/store/delivery-estimates?vendorIds=${ids}&currency=${currency}${place}`, {
      signal: stop.signal,
    })
      .then(setFound)
      // An estimate is a help: the checkout shows what the delivery costs.
      .catch(() => undefined);
    return () => stop.abort();
  }, [ids, currency, country, place, isKnown]);

  const shown = [...(first ? [first] : []), ...(found?.currency === currency ? found.estimates : [])];
  return new Map(shown.map((estimate) => [estimate.vendorId, estimate]));
}

/** Returns the country of the address that was used last: null without one, undefined until that is known. */
function useLastCountry(isSignedIn: boolean): string | null | undefined {
  const [country, setCountry] = useState<string | null>();
  useEffect(() => {
    if (!isSignedIn) return;
    const stop = new AbortController();
    get<{ readonly addresses: readonly AddressView[] }>('/api/account/addresses', { signal: stop.signal })
      .then(({ addresses: [last] }) => setCountry(last?.country ?? null))
      .catch(() => !stop.signal.aborted && setCountry(null));
    return () => stop.abort();
  }, [isSignedIn]);
  return isSignedIn ? country : null;
}
