import { type FormEvent, type ReactNode, useState } from 'react'
import type { RequestOf } from '../../data/api/api-query.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { Tree } from '../figures.ts'

type Setting = NonNullable<RequestOf<'treeDegreeDays', 'change'>['setting']>

interface DegreeDaysButtonProps {
  tree: Tree
  setting: Setting | null
}

/** By which temperature, and from which base on, degree days are counted. */
export const DegreeDaysButton = ({ tree, setting }: DegreeDaysButtonProps): ReactNode => {
  const { energyPlans: texts, common } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [paramId, setParamId] = useState<number | null>(setting?.paramId ?? null)
  const [kind, setKind] = useState<Setting['kind']>(setting?.kind ?? 'heating')
  const [base, setBase] = useState(String(setting?.base ?? 15))
  const change = useAction('treeDegreeDays', 'change', [['treeDegreeDays']])
  const store = (next: Setting | null): void =>
    change.mutate({ treeId: tree.id, setting: next }, { onSuccess: () => setIsOpen(false) })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (paramId !== null) store({ paramId, kind, base: Number(base) })
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{setting === null ? texts.choose : texts.temperature}</Button>
      <Dialog title={texts.degreeDays} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={save} className="flex flex-col gap-4">
          <ParamSearch label={texts.temperature} paramId={paramId} onChoose={({ id }) => setParamId(id)} />
          <Choice
            label={texts.kind}
            value={kind}
            options={[
              ['heating', texts.kinds.heating],
              ['cooling', texts.kinds.cooling],
            ]}
            onChange={setKind}
          />
          <NumberField label={texts.base} min={-20} max={40} required value={base} onChange={setBase} />
          <div className="flex flex-wrap justify-end gap-2">
            {setting !== null && (
              <Button variant="danger" isBusy={change.isPending} onClick={() => store(null)}>
                {texts.takeAway}
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={paramId === null} isBusy={change.isPending}>
              {common.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
