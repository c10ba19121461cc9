'use client';

import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { LinkProgress } from './link-progress.tsx';

/**
 * Shows a next/link that indicates progress while the next page loads. It prefetches nothing: every page is rendered per
 * request, so a prefetch would bring only the layout, and a table of 25 links would ask the server 25 times. As a client
 * component it is one element of the data that a page sends beside its HTML, and not three.
 */
export const Link = ({ children, ...rest }: ComponentProps<typeof NextLink>) => (
  <NextLink prefetch={false} {...rest}>
    {children}
    <LinkProgress />
  </NextLink>
);
