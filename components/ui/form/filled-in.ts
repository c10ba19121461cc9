export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the browser finds nothing wrong with a field. Spaces alone do not fill a required one. */
export const isFilledIn = ({ value, required, validity }: Pick<Control, 'value' | 'required' | 'validity'>): boolean =>
  validity.valid && !(required && value.trim() === '');
