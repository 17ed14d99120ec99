import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Checkbox, Choice } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { Tree } from '../figures.ts'
import { Corrections } from '../panels/corrections.tsx'
import { branchOptions, mainOf, type Sensor } from './edit.rules.ts'
import type { TreeEditor } from './use-tree-editor.ts'

export interface SensorDialogProps {
  tree: Tree
  sensorId: string
  editor: TreeEditor
  onClose: () => void
}

/** A sensor: how it counts, where it is, and what happened to its meter. */
export const SensorDialog = ({ tree, sensorId, editor, onClose }: SensorDialogProps): ReactNode => {
  const sensor = tree.sensors.find(({ id }) => id === sensorId)
  return sensor === undefined ? null : <Form tree={tree} sensor={sensor} editor={editor} onClose={onClose} />
}

const Form = ({
  tree,
  sensor,
  editor,
  onClose,
}: Omit<SensorDialogProps, 'sensorId'> & { sensor: Sensor }): ReactNode => {
  const { common, energy, energyEdit: texts } = useTexts()
  const [name, setName] = useState(sensor.name)
  const [branchId, setBranchId] = useState(sensor.branchId)
  const [kind, setKind] = useState(sensor.kind)
  const [factor, setFactor] = useState(String(sensor.multiplier))
  const [isMain, setIsMain] = useState(sensor.isMain === true)
  const multiplier = Number(factor)
  const isWrong = factor === '' || !Number.isFinite(multiplier) || Math.abs(multiplier) > 1e9
  const other = mainOf(tree, branchId)
  const isTaken = isMain && other !== undefined && other.id !== sensor.id
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isWrong || isTaken) return
    onClose()
    const { id: sensorId } = sensor
    if (name.trim() !== sensor.name) await editor.change({ do: 'renameSensor', sensorId, name: name.trim() })
    const isMoved = branchId !== sensor.branchId
    if (isMoved) await editor.change({ do: 'moveSensor', sensorId, branchId, isMain })
    const isChanged = kind !== sensor.kind || multiplier !== sensor.multiplier
    if (isChanged || (!isMoved && isMain !== (sensor.isMain === true))) {
      await editor.change({ do: 'changeSensor', sensorId, kind, multiplier, isMain })
    }
  }
  return (
    <Dialog title={sensor.name} isOpen onClose={onClose}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <NameField name={name} onChange={setName} />
        <Choice label={texts.branch} value={branchId} options={branchOptions(tree)} onChange={setBranchId} />
        <Choice
          label={texts.kind}
          value={kind}
          options={[
            ['energy', texts.kinds.energy],
            ['power', texts.kinds.power],
          ]}
          onChange={setKind}
        />
        <NumberField
          label={texts.factor}
          hint={texts.factorHelp}
          error={isWrong ? texts.factorWrong : undefined}
          value={factor}
          onChange={setFactor}
        />
        <Checkbox
          label={texts.isMain}
          hint={isTaken ? texts.mainTaken({ name: other.name }) : texts.isMainHelp}
          checked={isMain}
          onChange={({ target }) => setIsMain(target.checked)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <ConfirmButton
            act={texts.takeOut}
            variant="danger"
            question={texts.takeOutQuestion}
            onConfirm={() => {
              onClose()
              void editor.change({ do: 'deleteSensor', sensorId: sensor.id })
            }}
          />
          <Button type="submit" variant="primary" disabled={isWrong || isTaken}>
            {common.save}
          </Button>
        </div>
      </form>
      <p className="mt-4 text-sm">
        <Link to="/params/$id" params={{ id: sensor.paramId }} className="text-accent underline underline-offset-3">
          {energy.wholeHistory}
        </Link>
      </p>
      {sensor.kind === 'energy' && <Corrections paramId={sensor.paramId} zone={tree.timeZone} />}
    </Dialog>
  )
}
