import { Link } from '#components/ui/link.tsx';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';
import { textPages } from '#lib/web/texts/values.ts';
import { Logo } from './logo.tsx';

const linkClass = 'inline-block py-1.5 underline-offset-4 hover:underline';

export async function Footer() {
  const [{ t, go }, { t: wish }] = await Promise.all([pageTexts('shell'), pageTexts('wishlist')]);
  return (
    <footer className="mt-auto border-t border-line bg-sunken print:hidden">
      <div className="mx-auto grid max-w-7xl gap-8 px-4 py-12 sm:grid-cols-[2fr_1fr_1fr_1fr] sm:px-6 lg:px-10">
        <div className="max-w-xs">
          <Logo />
          <p className="mt-3 text-muted">{t('footerPromise')}</p>
        </div>
        <nav aria-labelledby="footer-shop">
          <h2 id="footer-shop" className="text-sm text-muted">
            {t('footerShop')}
          </h2>
          <ul className="mt-2">
            <li>
              <Link href={go('/products')} className={linkClass}>
                {t('catalog')}
              </Link>
            </li>
            <li>
              <Link href={go('/cart')} className={linkClass}>
                {t('cart')}
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-you">
          <h2 id="footer-you" className="text-sm text-muted">
            {t('footerYou')}
          </h2>
          <ul className="mt-2">
            <li>
              <Link href={go('/orders')} className={linkClass}>
                {t('orders')}
              </Link>
            </li>
            <li>
              <Link href={go('/wishlist')} className={linkClass}>
                {wish('title')}
              </Link>
            </li>
            <li>
              <Link href={go('/account')} className={linkClass}>
                {t('profile')}
              </Link>
            </li>
            <li>
              <Link href={go('/sell')} className={linkClass}>
                {t('sell')}
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-texts">
          <h2 id="footer-texts" className="text-sm text-muted">
            {t('footerTexts')}
          </h2>
          <ul className="mt-2">
            {textPages.map((page) => (
              <li key={page}>
                <Link href={go(`/${page}`)} className={linkClass}>
                  {t(`text_${page}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-sm text-muted sm:col-span-4">{t('footerNote')}</p>
      </div>
    </footer>
  );
}
