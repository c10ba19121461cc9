import { textPage } from '#app/(shop)/text-page.tsx';

const { generateMetadata, Page } = textPage('delivery');

export { generateMetadata, Page as default };
