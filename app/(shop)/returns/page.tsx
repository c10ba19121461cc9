import { TextPage, textMetadata } from '#app/(shop)/text-page.tsx';

export const generateMetadata = () => textMetadata('returns');

const ReturnsPage = () => <TextPage page="returns" />;
export default ReturnsPage;
