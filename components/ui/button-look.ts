import { classNames } from './class-names.ts';

export const buttonLooks = ['primary', 'secondary', 'quiet', 'danger'] as const;
export type ButtonLook = (typeof buttonLooks)[number];
export const buttonSizes = ['small', 'medium', 'large'] as const;
export type ButtonSize = (typeof buttonSizes)[number];

// Each look has a border, even an invisible one, so that buttons side by side have the same height.
const looks: Record<ButtonLook, string> = {
  primary: 'border border-transparent bg-primary text-primary-text hover:bg-primary-hover',
  secondary: 'border border-line-strong bg-surface text-text hover:border-text',
  quiet: 'border border-transparent text-text underline-offset-4 hover:bg-sunken hover:underline',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
};

// 44 px is the minimum size of a touch target. The small size has 36 px and relies on the distance to its neighbours.
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-6 text-base',
};

export type ButtonStyle = {
  readonly look?: ButtonLook | undefined;
  readonly size?: ButtonSize | undefined;
  readonly wide?: boolean | undefined;
};

/** Returns the classes of a button, or of a link that looks like a button. */
export const buttonClass = ({ look = 'primary', size = 'medium', wide = false }: ButtonStyle): string =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-md py-2 text-center font-medium leading-5 transition-colors',
    'disabled:opacity-55 aria-disabled:opacity-55',
    looks[look],
    sizes[size],
    wide && 'w-full',
  );
