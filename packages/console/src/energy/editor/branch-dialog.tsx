import { ArrowDown, ArrowUp } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import type { Tree } from '../figures.ts'
import { branchById, branchOptions, branchRefused, type DialogTarget, siblingAt, subtreeOf } from './edit.rules.ts'
import type { TreeEditor } from './use-tree-editor.ts'

export interface BranchDialogProps {
  tree: Tree
  chosen: Exclude<DialogTarget, { kind: 'sensor' }>
  editor: TreeEditor
  onChoose: (chosen: DialogTarget | null) => void
}

/** A branch: name, parent, and a button for a new one. */
export const BranchDialog = ({ tree, chosen, editor, onChoose }: BranchDialogProps): ReactNode => {
  const { common, energyEdit: texts, energyPlans } = useTexts()
  const isNew = chosen.kind === 'newBranch'
  const branch = isNew ? undefined : branchById(tree, chosen.id)
  const [name, setName] = useState(branch?.name ?? '')
  const before = isNew ? chosen.id : (branch?.parentBranchId ?? null)
  const [parentId, setParentId] = useState(before ?? '')
  const options: [string, string][] = [
    ['', texts.top],
    ...branchOptions(tree).filter(([id]) => isNew || id === before || branchRefused(tree, chosen.id, id) === null),
  ]
  const close = (): void => onChoose(null)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    close()
    const to = parentId === '' ? null : parentId
    if (isNew) return editor.change({ do: 'createBranch', name: name.trim(), parentId: to })
    if (name.trim() !== branch?.name) {
      await editor.change({ do: 'renameBranch', branchId: chosen.id, name: name.trim() })
    }
    if (to !== before) await editor.change({ do: 'moveBranch', branchId: chosen.id, parentId: to })
  }
  const lost = branch === undefined ? [] : subtreeOf(tree, branch.id).map(({ id }) => id)
  return (
    <Dialog title={branch?.name ?? texts.newBranch} isOpen onClose={close}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <NameField name={name} onChange={setName} />
        <Choice label={texts.below} value={parentId} options={options} onChange={setParentId} />
        <div className="flex flex-wrap justify-end gap-2">
          {branch !== undefined && (
            <>
              <ConfirmButton
                act={texts.delete}
                variant="danger"
                question={texts.deleteBranch({
                  branches: lost.length - 1,
                  sensors: tree.sensors.filter(({ branchId }) => lost.includes(branchId)).length,
                })}
                onConfirm={() => {
                  close()
                  void editor.change({ do: 'deleteBranch', branchId: branch.id })
                }}
              />
              {([-1, 1] as const).map((step) => (
                <Button
                  key={step}
                  icon={step < 0 ? ArrowUp : ArrowDown}
                  disabled={editor.isBusy || siblingAt(tree, branch.id, step) === null}
                  onClick={() =>
                    void editor.change({
                      do: 'moveBranch',
                      branchId: branch.id,
                      parentId: before,
                      before: siblingAt(tree, branch.id, step < 0 ? -1 : 2),
                    })
                  }
                >
                  {step < 0 ? energyPlans.moveUp : energyPlans.moveDown}
                </Button>
              ))}
              <Button onClick={() => onChoose({ kind: 'newBranch', id: branch.id })}>{texts.branchBelow}</Button>
            </>
          )}
          <Button type="submit" variant="primary">
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
