'use client';

import { useId, useState } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import type { Role } from '#lib/context/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { put } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { usePersonDialog } from './use-person-dialog.ts';

type RoleButtonProps = {
  readonly userId: string;
  /** The roles that this reader may give. */
  readonly given: readonly Role[];
  readonly texts: ConsoleTexts<'people'>;
};

/** Shows the button that changes a role, after a dialog that says what the new role opens. */
export function RoleButton({ userId, given, texts }: RoleButtonProps) {
  const id = useId();
  const { isOpen, open, onClose, action, run } = usePersonDialog(texts);
  const [role, setRole] = useState<Role | undefined>(given[0]);
  const change = (data: FormData, close: () => void) => {
    const reason = textIn(data, 'reason');
    run(() => put(`/api/admin/users/${userId}/role`, { role, ...(reason && { reason }) }), close);
  };

  return (
    <>
      <PressButton onPress={open}>{texts.changeRole}</PressButton>
      {isOpen && role && (
        <FormDialog
          title={texts.changeRole}
          submit={texts.changeRole}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          onSubmit={change}
          onClose={onClose}
        >
          <SelectField
            id={`${id}-role`}
            name="role"
            label={texts.newRole}
            hint={texts[`effect_${role}`]}
            value={role}
            onChange={({ currentTarget }) => setRole(given.find((known) => known === currentTarget.value))}
          >
            {given.map((known) => (
              <option key={known} value={known}>
                {texts[`role_${known}`]}
              </option>
            ))}
          </SelectField>
          <p>{texts.signedOut}</p>
          <TextAreaField id={`${id}-reason`} name="reason" label={texts.reason} note={texts.optional} maxLength={500} />
        </FormDialog>
      )}
    </>
  );
}
