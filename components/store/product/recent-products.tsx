'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { openStorage } from '#lib/web/browser-storage.ts';
import { visitProduct } from '#lib/web/catalog/recent-products.ts';
import type { RecentListProps } from './recent-list.tsx';

const RecentList = lazy(() => import('./recent-list.tsx').then((module) => ({ default: module.RecentList })));

type RecentProductsProps = Omit<RecentListProps, 'ids'> & { readonly id: string };

/** Remembers this product in the browser, and shows the ones that were opened before it. */
export function RecentProducts({ id, ...rest }: RecentProductsProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => setOthers(visitProduct(openStorage(), id)), [id]);

  if (others.length === 0) return null;
  return (
    <Suspense>
      <RecentList ids={others} {...rest} />
    </Suspense>
  );
}
