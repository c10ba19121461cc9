import { textPage } from '#app/(shop)/text-page.tsx';

const { generateMetadata, Page } = textPage('terms');

export { generateMetadata, Page as default };
