import { expect, it } from 'vitest';
import { sellerGraph } from './seller-graph.ts';

const kiln = { vendor: { id: 'vnd_1', name: 'Kiln', slug: 'kiln' }, about: 'Clay', country: 'UA', logoUrl: null };

it('names a seller under the canonical address of the language, with absolute links', () => {
  expect(sellerGraph(kiln, 'https://plaza.test', 'en')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': 'https://plaza.test/vendors/kiln',
    url: 'https://plaza.test/vendors/kiln',
    name: 'Kiln',
    description: 'Clay',
    address: { '@type': 'PostalAddress', addressCountry: 'UA' },
  });
  const ofLogo = sellerGraph({ ...kiln, about: '', logoUrl: '/api/media/fil_1' }, 'https://plaza.test', 'uk');
  expect(ofLogo).toMatchObject({
    url: 'https://plaza.test/uk/vendors/kiln',
    logo: 'https://plaza.test/api/media/fil_1',
  });
  expect(ofLogo).not.toHaveProperty('description');
});
