import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { itemClass, popupClass, signClass } from '../ui/actions/menu-class.ts'

export interface RowMenuProps {
  /** What it is about, for who does not see the row. */
  label: string
  items: readonly { text: string; onSelect: () => void }[]
}

/** What else can be done to a row. */
export const RowMenu = ({ label, items }: RowMenuProps): ReactNode =>
  items.length > 0 && (
    <Menu.Root>
      <Menu.Trigger className={`${signClass} print:hidden`} aria-label={label}>
        <Ellipsis className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={2} align="end" className="z-40">
          <Menu.Popup className={`min-w-44 ${popupClass}`}>
            {items.map(({ text, onSelect }) => (
              <Menu.Item key={text} className={itemClass} onClick={onSelect}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
