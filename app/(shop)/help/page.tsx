import { textPage } from '#app/(shop)/text-page.tsx';

const { generateMetadata, Page } = textPage('help');

export { generateMetadata, Page as default };
