/** Returns an error of the API as a text for the console. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : 'Something went wrong');
