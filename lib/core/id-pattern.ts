/**
 * The pattern of every id in a path, body, query or store key (S25). Firestore reserves
 * `__x__`.
 */
export const ID_PATTERN = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/;
