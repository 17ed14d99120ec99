import { useState } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { type AlertDraft, definitionOf, missingParams } from './draft.rules.ts'

export interface SaveAlert {
  /** By field, as the service gives them. */
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
