import { textPage } from '#app/(shop)/text-page.tsx';

const { generateMetadata, Page } = textPage('returns');

export { generateMetadata, Page as default };
