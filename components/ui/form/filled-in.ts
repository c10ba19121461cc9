export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** True when the browser accepts the value of a field. A required field with only spaces counts as empty. */
export const isFilledIn = ({ value, required, validity }: Pick<Control, 'value' | 'required' | 'validity'>): boolean =>
  validity.valid && !(required && value.trim() === '');
