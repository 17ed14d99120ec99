import { listedTypes } from '@busbar/cloud/contract'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { type Channel, type DraftAction, newAction, type Stage, savedActionId } from './draft.rules.ts'

export interface ActionListProps {
  name: 'actions' | 'followUps'
  items: readonly DraftAction[]
  onChange: (items: DraftAction[]) => void
  errorAt: (field: string) => string | undefined
  isDisabled: boolean
  saved: AnswerOf<'alerts', 'get'> | null
  /** Set if a value may be written: a parameter belongs to a single device. */
  mayWrite: boolean
}

const actionsMax = 20

/** Actions when the alert fires, or later ones. */
export const ActionList = ({
  name,
  items,
  onChange,
  errorAt,
  isDisabled,
  saved,
  mayWrite,
}: ActionListProps): ReactNode => {
  const { alertForm } = useTexts()
  const isFollowUp = name === 'followUps'
  const testOf = (action: DraftAction): ReactNode =>
    saved === null || isDisabled || action.type === 'write-param' ? null : (
      <TestSend alertId={saved.id} actionId={savedActionId(saved, action, isFollowUp)} />
    )
  return (
    <ItemList
      title={isFollowUp ? alertForm.followUps : alertForm.actions}
      help={isFollowUp ? alertForm.followUpsHelp : alertForm.actionsHelp}
      items={items}
      itemName={isFollowUp ? alertForm.followUp : alertForm.action}
      addText={isFollowUp ? alertForm.addFollowUp : alertForm.addAction}
      max={actionsMax}
      error={errorAt(name)}
      isDisabled={isDisabled}
      onAdd={() => onChange([...items, newAction()])}
      onRemove={(key) => onChange(items.filter((one) => one.key !== key))}
    >
      {(action, place) => (
        <ActionFields
          action={action}
          isFollowUp={isFollowUp}
          mayWrite={mayWrite}
          isDisabled={isDisabled}
          errorOf={(field) => errorAt(`${name}.${place}.${field}`)}
          onChange={(changes) => onChange(items.map((one) => (one.key === action.key ? { ...one, ...changes } : one)))}
          test={testOf(action)}
        />
      )}
    </ItemList>
  )
}

/** Sends an action's message, marked as a test, and shows the outcome. */
const TestSend = ({ alertId, actionId }: { alertId: number; actionId: number | null }): ReactNode => {
  const { alertForm } = useTexts()
  const send = useAction('alerts', 'testAction', [])
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Button
        disabled={actionId === null || send.isPending}
        onClick={() => actionId !== null && send.mutate({ alertId, actionId })}
      >
        {send.isPending ? alertForm.testing : alertForm.test}
      </Button>
      {actionId === null && <span className="text-quiet">{alertForm.testLater}</span>}
      <span role="status" className="min-w-0 break-words">
        {send.data?.status === 'ok' && <span className="text-ok-text">{alertForm.testSent}</span>}
        {send.data?.status === 'error' && <span className="text-critical-text">{send.data.errorMessage}</span>}
      </span>
    </div>
  )
}

interface ActionFieldsProps {
  action: DraftAction
  isFollowUp: boolean
  mayWrite: boolean
  onChange: (changes: Partial<DraftAction>) => void
  /** Returns the error of a field by its name. */
  errorOf: (field: string) => string | undefined
  isDisabled: boolean
  /** A button that tries it out. */
  test: ReactNode
}

const channels: readonly Channel[] = [...listedTypes, 'write-param']
const stages: readonly Stage[] = ['not-confirmed', 'confirmed', 'resolved']

/** Fields of an action: recipients and channel, or the value to write; and its time. */
const ActionFields = (props: ActionFieldsProps): ReactNode => {
  const { action, isFollowUp, mayWrite, onChange, errorOf, isDisabled, test } = props
  const { alertForm } = useTexts()
  const isWrite = action.type === 'write-param'
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {isFollowUp && (
        <Choice<Stage>
          label={alertForm.stage}
          value={action.stage}
          options={stages.map((stage) => [stage, alertForm.stages[stage]] as const)}
          onChange={(stage) => onChange({ stage })}
        />
      )}
      <Choice<Channel>
        label={alertForm.channel}
        value={action.type}
        options={channels
          .filter((channel) => mayWrite || channel !== 'write-param')
          .map((channel) => [channel, alertForm.channels[channel]] as const)}
        onChange={(type) => onChange({ type })}
      />
      {action.type !== 'write-param' && (
        <TextField
          label={alertForm.recipients[action.type]}
          value={action.recepient}
          onChange={(event) => onChange({ recepient: event.target.value })}
          error={errorOf('recepient')}
        />
      )}
      {isWrite && (
        <ParamSearch
          label={alertForm.writeTo}
          paramId={action.paramId}
          isOffered={({ isProgrammable }) => isProgrammable}
          onChoose={({ id }) => onChange({ paramId: id })}
          error={errorOf('paramId')}
          isDisabled={isDisabled}
        />
      )}
      {isWrite && (
        <NumberField
          label={alertForm.writeValue}
          value={action.value}
          onChange={(value) => onChange({ value })}
          error={errorOf('value')}
        />
      )}
      <NumberField
        label={alertForm.delay}
        hint={isFollowUp ? alertForm.delayHelp[action.stage] : alertForm.delayHelp.active}
        isWhole
        value={action.timeoutMinutes}
        onChange={(timeoutMinutes) => onChange({ timeoutMinutes })}
        error={errorOf('timeoutMinutes')}
      />
      {test !== null && <div className="sm:col-span-2">{test}</div>}
    </div>
  )
}

interface ItemListProps<Item extends { key: number }> {
  title: string
  /** Description of the actions in one sentence. */
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
