/** From here on it is worth saying how many are left. */
export const FEW = 5;
