import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { LinkProgress } from './link-progress.tsx';

/** The link of the shop: next/link that shows that it was followed while the next page is on its way. */
export const Link = ({ children, ...rest }: ComponentProps<typeof NextLink>) => (
  <NextLink {...rest}>
    {children}
    <LinkProgress />
  </NextLink>
);
