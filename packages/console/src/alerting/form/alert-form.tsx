import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { type Level, levels } from '../../ui/feedback/alert-tone.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PolicyChoice } from '../policy-choice.tsx'
import { ActionList, ItemList } from './action-list.tsx'
import { ConditionFields, type KindParam } from './condition-fields.tsx'
import { type AlertDraft, definitionOf, fieldErrorText, missingParams, newCondition } from './draft.rules.ts'

export interface AlertFormProps {
  /** Parts of the alert to edit; the other part is saved unchanged. */
  part?: 'rule' | 'told' | 'all'
  draft: AlertDraft
  onChange: (changes: Partial<AlertDraft>) => void
  /** Errors of the service, by field. */
  errors: Readonly<Record<string, string>>
  onSave: () => void
  isBusy: boolean
  /** Makes the form read-only. */
  isDisabled: boolean
  /** As it is stored; null while it is new. */
  saved: AnswerOf<'alerts', 'get'> | null
  /** Parameters of the device type, for an alert template. */
  kindParams?: readonly KindParam[]
  /** Label of the save button. */
  saveText?: string
}

const conditionsMax = 50

/** All that people set of an alert. */
export const AlertForm = (props: AlertFormProps): ReactNode => {
  const { part = 'all', draft, onChange, errors, onSave, isBusy, isDisabled, saved, kindParams, saveText } = props
  const texts = useTexts()
  const { alertForm, common } = texts
  const errorAt = (field: string): string | undefined => {
    const message = errors[field]
    return message === undefined ? undefined : fieldErrorText(texts, message)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSave()
  }
  const list = { errorAt, isDisabled, saved, mayWrite: kindParams === undefined }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isDisabled} className="flex min-w-0 flex-col gap-5 p-4">
        {part !== 'told' && <RuleFields {...props} errorAt={errorAt} />}
        {part !== 'rule' && (
          <>
            <ActionList name="actions" items={draft.actions} onChange={(actions) => onChange({ actions })} {...list} />
            <ActionList
              name="followUps"
              items={draft.followUps}
              onChange={(followUps) => onChange({ followUps })}
              {...list}
            />
            <PolicyChoice
              policyId={draft.policyId}
              onChange={(policyId) => onChange({ policyId })}
              error={errorAt('policyId')}
              help={texts.contacts.policyHelp}
            />
          </>
        )}
        {Object.keys(errors).length > 0 && <Notice tone="critical">{alertForm.fixFields}</Notice>}
        {!isDisabled && (
          <div>
            <Button type="submit" variant="primary" disabled={isBusy}>
              {saveText ?? (saved === null ? alertForm.create : common.save)}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

/** Conditions and severity of the alert. */
const RuleFields = (props: AlertFormProps & { errorAt: (field: string) => string | undefined }): ReactNode => {
  const { draft, onChange, isDisabled, errorAt, kindParams } = props
  const { alertForm, alerts, common } = useTexts()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={common.name}
          value={draft.name}
          maxLength={200}
          onChange={(event) => onChange({ name: event.target.value })}
          error={errorAt('name')}
        />
        <Choice<Level>
          label={alerts.level}
          value={draft.logAs}
          options={levels.map((level) => [level, alerts.levels[level]] as const)}
          onChange={(logAs) => onChange({ logAs })}
        />
        <TextArea
          className="sm:col-span-2"
          label={alertForm.description}
          value={draft.description}
          maxLength={2000}
          onChange={(event) => onChange({ description: event.target.value })}
          error={errorAt('description')}
        />
      </div>
      <ItemList
        title={alertForm.conditions}
        help={alertForm.conditionsHelp}
        items={draft.conditions}
        itemName={alertForm.condition}
        addText={alertForm.addCondition}
        max={conditionsMax}
        error={errorAt('conditions')}
        isDisabled={isDisabled}
        onAdd={() => onChange({ conditions: [...draft.conditions, newCondition(null)] })}
        onRemove={(key) => onChange({ conditions: draft.conditions.filter((one) => one.key !== key) })}
      >
        {(condition, place) => (
          <ConditionFields
            condition={condition}
            kindParams={kindParams}
            isDisabled={isDisabled}
            errorOf={(field) => errorAt(`conditions.${place}.${field}`)}
            onChange={(changes) =>
              onChange({
                conditions: draft.conditions.map((one) => (one.key === condition.key ? { ...one, ...changes } : one)),
              })
            }
          />
        )}
      </ItemList>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={alertForm.logic}
          value={draft.conditionLogic}
          options={[
            ['any', alertForm.any],
            ['all', alertForm.allOf],
          ]}
          onChange={(conditionLogic) => onChange({ conditionLogic })}
        />
        <NumberField
          label={alertForm.holdOff}
          hint={alertForm.holdOffHelp}
          isWhole
          value={draft.holdOffSec}
          onChange={(holdOffSec) => onChange({ holdOffSec })}
          error={errorAt('holdOffSec')}
        />
        <NumberField
          label={alertForm.flapChanges}
          hint={alertForm.flapHelp}
          isWhole
          value={draft.flapChanges}
          onChange={(flapChanges) => onChange({ flapChanges })}
          error={errorAt('flapping.changes')}
        />
        <NumberField
          label={alertForm.flapMinutes}
          isWhole
          value={draft.flapMinutes}
          onChange={(flapMinutes) => onChange({ flapMinutes })}
          error={errorAt('flapping.minutes')}
        />
      </div>
    </>
  )
}

interface SaveAlert {
  /** Errors of the service, by field. */
  errors: Readonly<Record<string, string>>
  /** For errors that another operation found. */
  setErrors: (errors: Readonly<Record<string, string>>) => void
  isBusy: boolean
  save: (draft: AlertDraft, onSaved: (alertId: number) => void) => void
}

/** Makes an alert, or changes the one with this id; what is wrong with it is kept by field. */
export const useSaveAlert = (alertId: number | null): SaveAlert => {
  const { alertForm } = useTexts()
  const { orgId } = useOrg()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const create = useAction('alerts', 'create', [['alerts']])
  const change = useAction('alerts', 'change', [['alerts']])
  const send = async (draft: AlertDraft): Promise<number | null> => {
    const missing = missingParams(draft)
    if (missing.length > 0) {
      setErrors(Object.fromEntries(missing.map((field) => [field, alertForm.chooseParam])))
      return null
    }
    const definition = definitionOf(draft)
    if (alertId === null) {
      const made = await create.mutateAsync({ orgId, ...definition })
      setErrors(made.errors)
      return made.result === 'success' ? made.id : null
    }
    const { result, errors: wrong } = await change.mutateAsync({ alertId, ...definition })
    setErrors(wrong)
    return result === 'success' ? alertId : null
  }
  return {
    errors,
    setErrors,
    isBusy: create.isPending || change.isPending,
    // The operations show their errors themselves.
    save: (draft, onSaved) =>
      void send(draft).then(
        (id) => id !== null && onSaved(id),
        () => {},
      ),
  }
}
