import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { NameField } from '../../ui/forms/name-field.tsx'
import type { Tree } from '../figures.ts'
import type { TreeEditor } from './use-tree-editor.ts'

/** The tree's name, a copy of it, and its end. */
export const TreeSettings = ({ tree, editor }: { tree: Tree; editor: TreeEditor }): ReactNode => {
  const { common, energyEdit: texts } = useTexts()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState(tree.name)
  const remove = useAction('trees', 'delete', [['trees']])
  const copy = useAction('trees', 'duplicate', [['trees']])
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setIsOpen(false)
    if (name.trim() !== tree.name) void editor.change({ do: 'rename', name: name.trim() })
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.settings}</Button>
      <Dialog title={texts.settings} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={save} className="flex flex-col gap-4">
          <NameField name={name} onChange={setName} />
          <p className="text-sm text-quiet">{texts.zone({ zone: tree.timeZone })}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <ConfirmButton
              act={texts.deleteTree}
              variant="danger"
              question={texts.deleteTreeQuestion}
              isBusy={remove.isPending}
              onConfirm={() =>
                remove.mutate({ treeId: tree.id }, { onSuccess: () => void navigate({ to: '/energy' }) })
              }
            />
            <Button
              isBusy={copy.isPending}
              onClick={() =>
                copy.mutate(
                  { treeId: tree.id, body: null },
                  {
                    onSuccess: ({ id }) => {
                      setIsOpen(false)
                      void navigate({ to: '/energy/$treeId/edit', params: { treeId: id } })
                    },
                  },
                )
              }
            >
              {texts.duplicate}
            </Button>
            <Button type="submit" variant="primary">
              {common.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
