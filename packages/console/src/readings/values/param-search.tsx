import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useMemo, useState } from 'react'
import { matching } from '../../data/format/search.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { fieldClass, Labelled } from '../../ui/forms/fields.tsx'
import { choiceText, type ParamChoice } from './param-choices.rules.ts'
import { useParamChoices } from './use-param-choices.ts'

export interface ParamSearchProps {
  label: string
  /** Null: none is chosen yet. `many`: each that is chosen is added somewhere, and the field is empty for the next. */
  paramId: number | 'many' | null
  onChoose: (choice: ParamChoice) => void
  /** Which of them come into question; all if nothing is said. */
  isOffered?: (choice: ParamChoice) => boolean
  error?: string | undefined
  isDisabled?: boolean
}

/** More are not worth reading: another word finds the right one. */
const shownMax = 60
const all = (): boolean => true

/** Finds a parameter by words of its name, its device and its network. */
export const ParamSearch = (props: ParamSearchProps): ReactNode => {
  const { label, paramId, onChoose, isOffered = all, error, isDisabled = false } = props
  const texts = useTexts()
  const { common, paramSearch } = texts
  const choices = useParamChoices()
  const [typed, setTyped] = useState('')
  const items = useMemo(() => (choices.data ?? []).filter(isOffered), [choices.data, isOffered])
  const found = useMemo(() => matching(items, typed), [items, typed])
  const isMany = paramId === 'many'
  return (
    <Labelled label={label} error={error ?? (choices.isError ? errorText(texts, choices.error) : undefined)}>
      {(ties) => (
        <Combobox.Root<ParamChoice>
          items={items}
          value={choices.data?.find((choice) => choice.id === paramId) ?? null}
          onValueChange={(choice) => choice !== null && onChoose(choice)}
          {...(isMany && { inputValue: typed })}
          onInputValueChange={(text, { reason }) => setTyped(isMany && reason === 'item-press' ? '' : text)}
          itemToStringLabel={choiceText}
          isItemEqualToValue={(one, other) => one.id === other.id}
          filteredItems={found.slice(0, shownMax)}
          limit={shownMax}
          disabled={isDisabled}
          autoHighlight
        >
          <Combobox.Input
            {...ties}
            placeholder={choices.isPending ? common.loading : paramSearch.hint}
            className={fieldClass}
          />
          <Combobox.Portal>
            <Combobox.Positioner className="z-40" sideOffset={4} align="start">
              <Combobox.Popup className="max-h-80 w-[max(var(--anchor-width),18rem)] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line-strong bg-floating text-sm text-ink shadow-menu">
                <Combobox.Empty>
                  <p className="px-3 py-3 text-quiet">{paramSearch.nothing}</p>
                </Combobox.Empty>
                <Combobox.List>{(choice: ParamChoice) => <Item key={choice.id} choice={choice} />}</Combobox.List>
                <More count={found.length - shownMax} />
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Labelled>
  )
}

const Item = ({ choice }: { choice: ParamChoice }): ReactNode => (
  <Combobox.Item
    value={choice}
    className="cursor-pointer border-b border-line px-3 py-2 last:border-b-0 data-highlighted:bg-hover"
  >
    <span className="block font-medium break-words">
      {choice.name}
      {choice.label !== '' && <span className="ml-1 font-mono font-normal">{choice.label}</span>}
      {choice.unit !== '' && <span className="ml-1 font-normal text-quiet">{choice.unit}</span>}
    </span>
    <span className="block break-words text-quiet">
      {choice.deviceName}, {choice.netName}
    </span>
  </Combobox.Item>
)

/** How many are found that are not shown. */
const More = ({ count }: { count: number }): ReactNode => {
  const { paramSearch } = useTexts()
  if (count <= 0) return null
  return (
    <Combobox.Status className="border-t border-line px-3 py-2 text-quiet">
      {paramSearch.more({ count })}
    </Combobox.Status>
  )
}
