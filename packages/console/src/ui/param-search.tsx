import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { choiceText, isChoiceFound, type ParamChoice } from './param-choices.rules.ts'
import { useParamChoices } from './use-param-choices.ts'

export interface ParamSearchProps {
  label: string
  /** Null: none is chosen yet. */
  paramId: number | null
  onChoose: (choice: ParamChoice) => void
  /** Which of them come into question; all if nothing is said. */
  isOffered?: (choice: ParamChoice) => boolean
  error?: string | undefined
  isDisabled?: boolean
}

/** More are not worth reading: another word finds the right one. */
const shownMax = 60

/** Finds a parameter by words of its name, its device and its network. */
export const ParamSearch = (props: ParamSearchProps): ReactNode => {
  const { label, paramId, onChoose, isOffered, error, isDisabled = false } = props
  const id = useId()
  const { common, paramSearch } = useTexts()
  const choices = useParamChoices()
  const items = isOffered === undefined ? (choices.data ?? []) : (choices.data ?? []).filter(isOffered)
  const chosen = choices.data?.find((choice) => choice.id === paramId) ?? null
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Combobox.Root<ParamChoice>
        items={items}
        value={chosen}
        onValueChange={(choice) => choice !== null && onChoose(choice)}
        itemToStringLabel={choiceText}
        isItemEqualToValue={(one, other) => one.id === other.id}
        filter={isChoiceFound}
        limit={shownMax}
        disabled={isDisabled}
        autoHighlight
      >
        <Combobox.Input
          id={id}
          placeholder={choices.isPending ? common.loading : paramSearch.hint}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-told`}
          className="min-h-10 min-w-0 rounded-part border border-edge bg-ground px-3 text-ink placeholder:text-quiet disabled:opacity-60 aria-invalid:border-fault"
        />
        <Combobox.Portal>
          <Combobox.Positioner className="z-40" sideOffset={4} align="start">
            <Combobox.Popup className="max-h-80 w-[max(var(--anchor-width),18rem)] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-part border border-edge bg-surface text-sm text-ink shadow-lg">
              <Combobox.Empty>
                <p className="px-3 py-3 text-quiet">{paramSearch.nothing}</p>
              </Combobox.Empty>
              <Combobox.List>
                {(choice: ParamChoice) => (
                  <Combobox.Item
                    key={choice.id}
                    value={choice}
                    className="cursor-pointer border-b border-line px-3 py-2 last:border-b-0 data-highlighted:bg-raised"
                  >
                    <span className="block font-medium break-words">
                      {choice.name}{' '}
                      {choice.unit !== '' && <span className="font-normal text-quiet">{choice.unit}</span>}
                    </span>
                    <span className="block text-quiet">
                      {choice.deviceName}, {choice.netName}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {error !== undefined && (
        <p id={`${id}-told`} className="text-sm text-fault">
          {error}
        </p>
      )}
    </div>
  )
}
