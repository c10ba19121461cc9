/** The version of the product, as `package.json` names it. */
export const VERSION = '0.0.0';
