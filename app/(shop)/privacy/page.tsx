import { textPage } from '#app/(shop)/text-page.tsx';

const { generateMetadata, Page } = textPage('privacy');

export { generateMetadata, Page as default };
