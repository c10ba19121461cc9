import { TextPage, textMetadata } from '#app/(shop)/text-page.tsx';

export const generateMetadata = () => textMetadata('privacy');

const PrivacyPage = () => <TextPage page="privacy" />;
export default PrivacyPage;
