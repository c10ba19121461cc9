import type { ReactNode } from 'react';
import { menuItemClass } from '#components/ui/popover-menu.tsx';

type MenuItemProps = { readonly icon: ReactNode; readonly label: string; readonly onPress: () => void };

/** Shows one item of a menu. */
export const MenuItem = ({ icon, label, onPress }: MenuItemProps) => (
  <li>
    <button type="button" className={menuItemClass} onClick={onPress}>
      <span className="[&>svg]:size-5">{icon}</span>
      {label}
    </button>
  </li>
);
