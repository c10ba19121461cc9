import { TextPage, textMetadata } from '#app/(shop)/text-page.tsx';

export const generateMetadata = () => textMetadata('help');

const HelpPage = () => <TextPage page="help" />;
export default HelpPage;
