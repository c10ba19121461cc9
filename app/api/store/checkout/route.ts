import { placeOrderRoute } from '#app/api/store/place-order-route.ts';

export const POST = placeOrderRoute('The same as POST /api/store/orders; a key creates one order over both paths');
