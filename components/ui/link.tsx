import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { LinkProgress } from './link-progress.tsx';

/** Shows a next/link that indicates progress while the next page loads. */
export const Link = ({ children, ...rest }: ComponentProps<typeof NextLink>) => (
  <NextLink {...rest}>
    {children}
    <LinkProgress />
  </NextLink>
);
