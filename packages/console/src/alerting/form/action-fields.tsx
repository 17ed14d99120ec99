import type { ReactNode } from 'react'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { Channel, DraftAction, Stage } from './draft.rules.ts'

export interface ActionFieldsProps {
  action: DraftAction
  isFollowUp: boolean
  mayWrite: boolean
  onChange: (changes: Partial<DraftAction>) => void
  /** By the name of a field. */
  errorOf: (field: string) => string | undefined
  isDisabled: boolean
  /** A button that tries it out. */
  test: ReactNode
}

const channels: readonly Channel[] = ['email', 'sms', 'voice-call', 'telegram', 'ntfy', 'webhook', 'write-param']
const stages: readonly Stage[] = ['not-confirmed', 'confirmed', 'resolved']

/** Who is notified and by what, or what is written where; and when. */
export const ActionFields = (props: ActionFieldsProps): ReactNode => {
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
