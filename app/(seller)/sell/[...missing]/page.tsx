import { notFound } from 'next/navigation';
import { pageContext } from '#lib/api/page-context.ts';

/** Shows the 404 of an unknown address inside the console. Otherwise Next shows the one of the shop. */
export default async function MissingPage() {
  await pageContext('session');
  notFound();
}
