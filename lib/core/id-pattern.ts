/** Every id in a path, body, query or store key looks like this (S25 of the security checklist); Firestore keeps `__x__`. */
export const ID_PATTERN = /^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/;
