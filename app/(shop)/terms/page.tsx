import { TextPage, textMetadata } from '#app/(shop)/text-page.tsx';

export const generateMetadata = () => textMetadata('terms');

const TermsPage = () => <TextPage page="terms" />;
export default TermsPage;
