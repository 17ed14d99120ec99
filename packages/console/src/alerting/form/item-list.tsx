import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'

export interface ItemListProps<Item extends { key: number }> {
  title: string
  /** What they are for, in a sentence. */
  help: string
  items: readonly Item[]
  /** How one is named, counted from 1. */
  itemName: (values: { place: number }) => string
  addText: string
  onAdd: () => void
  onRemove: (key: number) => void
  isDisabled: boolean
  error?: string | undefined
  /** More than this the service does not take. */
  max: number
  children: (item: Item, place: number) => ReactNode
}

/** Items of one kind that come and go, each with its fields. */
export const ItemList = <Item extends { key: number }>(props: ItemListProps<Item>): ReactNode => {
  const { title, help, items, itemName, addText, onAdd, onRemove, isDisabled, error, max, children } = props
  const { alertForm } = useTexts()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="float-left w-full text-sm font-semibold">{title}</legend>
      <p className="clear-both text-sm text-quiet">{help}</p>
      {error !== undefined && (
        <p role="alert" className="text-sm text-critical-text">
          {error}
        </p>
      )}
      {items.map((item, place) => (
        <div
          key={item.key}
          role="group"
          aria-label={itemName({ place: place + 1 })}
          className="flex flex-col gap-3 rounded-part border border-line bg-ground/40 p-3"
        >
          <div className="flex items-center justify-between gap-2">
            <span className="text-sm font-medium text-quiet">{itemName({ place: place + 1 })}</span>
            {!isDisabled && (
              <button
                type="button"
                className="min-h-8 px-2 text-sm text-critical-text underline-offset-4 hover:underline"
                aria-label={alertForm.removeItem({ name: itemName({ place: place + 1 }) })}
                onClick={() => onRemove(item.key)}
              >
                {alertForm.remove}
              </button>
            )}
          </div>
          {children(item, place)}
        </div>
      ))}
      {!isDisabled && (
        <div>
          <Button disabled={items.length >= max} onClick={onAdd}>
            {addText}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
