import { Fragment } from 'react';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

/** Shows the keys that decide cases, where there is room for them. */
export const KeyList = ({ texts }: { readonly texts: ConsoleTexts<'moderation'> }) => {
  const keys = [
    ['j k', texts.key_move],
    ['b', texts.key_block],
    ['d', texts.key_dismiss],
    ['r', texts.key_restore],
    ['u', texts.key_uphold],
    ['x', texts.key_select],
    ['Enter', texts.key_open],
    ['1–5', texts.key_tabs],
  ] as const;
  return (
    <p className="ms-auto text-sm text-muted max-sm:hidden">
      {texts.keys}:{' '}
      {keys.map(([key, text], at) => (
        <Fragment key={key}>
          {at > 0 && ', '}
          <kbd>{key}</kbd> {text}
        </Fragment>
      ))}
    </p>
  );
};
