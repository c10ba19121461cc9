import { pageContext } from '#lib/api/page-context.ts';

export default async function ApplyPage() {
  await pageContext('session');
  return <main id="content" />;
}
