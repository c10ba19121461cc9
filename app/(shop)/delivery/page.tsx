import { TextPage, textMetadata } from '#app/(shop)/text-page.tsx';

export const generateMetadata = () => textMetadata('delivery');

const DeliveryPage = () => <TextPage page="delivery" />;
export default DeliveryPage;
