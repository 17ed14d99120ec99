import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert, Undo2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { useAmount } from '../figures/energy-format.ts'
import type { Tree } from '../figures.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { branchById, branchRefused, type DialogTarget, type DropRefusal, sensorRefused } from './edit.rules.ts'
import { SensorDialog } from './sensor-dialog.tsx'
import { TreeOutline } from './tree-outline.tsx'
import { UnusedPanel, useUnusedParams } from './unused-panel.tsx'
import { type DraggedNode, useDrag } from './use-drag.ts'
import { type TreeEditor, useTreeEditor } from './use-tree-editor.ts'

/** Editor of a tree: branches, meters, and unused parameters. */
export const EditTreePage = (): ReactNode => {
  const { energyEdit } = useTexts()
  const { treeId } = useParams({ from: '/shell/energy/$treeId/edit' })
  const tree = useQuery(apiQuery('trees', 'get', { treeId }))
  const mayEdit = useHasRole('manager')
  return mayEdit ? (
    <Loaded query={tree}>{(found) => <Editor tree={found} />}</Loaded>
  ) : (
    <Page title={energyEdit.title}>
      <Notice>{energyEdit.notAllowed}</Notice>
    </Page>
  )
}

const Editor = ({ tree }: { tree: Tree }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const editor = useTreeEditor(tree)
  const unused = useUnusedParams(tree)
  const [chosen, setChosen] = useState<DialogTarget | null>(null)
  const refused = (dragged: DraggedNode, targetId: string | null): DropRefusal | null => {
    if (dragged.kind === 'branch') return branchRefused(tree, dragged.id, targetId)
    if (targetId === null) return 'same'
    return dragged.kind === 'sensor' ? sensorRefused(tree, dragged.id, targetId) : null
  }
  const onDrop = (dragged: DraggedNode, targetId: string | null): void => {
    if (dragged.kind === 'branch') {
      void editor.change({ do: 'moveBranch', branchId: dragged.id, parentId: targetId })
    } else if (dragged.kind === 'sensor' && targetId !== null) {
      const isMain = tree.sensors.find(({ id }) => id === dragged.id)?.isMain === true
      void editor.change({ do: 'moveSensor', sensorId: dragged.id, branchId: targetId, isMain })
    } else if (targetId !== null) {
      const param = unused.list.find(({ paramId }) => String(paramId) === dragged.id)
      if (param !== undefined) void editor.change({ do: 'createSensor', sensor: unused.sensorOf(param, targetId) })
    }
  }
  const targets = [{ id: null, name: tree.name }, ...tree.branches]
  const drag = useDrag({ targets, refused, onDrop })
  useUndoKey(() => void editor.undo())
  return (
    <Page
      title={texts.title}
      badge={
        <span className="text-sm text-quiet">
          {`${tree.name} · ${texts.counts({ branches: tree.branches.length, sensors: tree.sensors.length })}`}
        </span>
      }
      actions={
        <>
          <Button icon={Undo2} disabled={!editor.canUndo || editor.isBusy} onClick={() => void editor.undo()}>
            {texts.undo}
          </Button>
          <TreeSettings tree={tree} editor={editor} />
          <Link to="/energy/$treeId" params={{ treeId: tree.id }} search={{}} className={buttonClass('primary')}>
            {texts.done}
          </Link>
        </>
      }
    >
      <p className="text-sm text-quiet">{texts.help}</p>
      <p role="status" className="sr-only">
        {drag.announcement}
      </p>
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel
          title={texts.outline}
          aside={<Button onClick={() => setChosen({ kind: 'newBranch', id: null })}>{texts.newBranch}</Button>}
        >
          <TreeOutline tree={tree} drag={drag} onChoose={setChosen} />
        </Panel>
        <div className="flex flex-col gap-4">
          <ChecksPanel tree={tree} onChoose={setChosen} />
          <UnusedPanel tree={tree} unused={unused} drag={drag} editor={editor} />
        </div>
      </div>
      {chosen?.kind === 'sensor' && (
        <SensorDialog tree={tree} sensorId={chosen.id} editor={editor} onClose={() => setChosen(null)} />
      )}
      {chosen !== null && chosen.kind !== 'sensor' && (
        <BranchDialog tree={tree} chosen={chosen} editor={editor} onChoose={setChosen} />
      )}
    </Page>
  )
}

/** Ctrl Z, but not in text fields. */
const useUndoKey = (onUndo: () => void): void => {
  const undo = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyped) return
    event.preventDefault()
    onUndo()
  })
  useEffect(() => {
    const leave = new AbortController()
    window.addEventListener('keydown', (event) => undo(event), { signal: leave.signal })
    return () => leave.abort()
  }, [])
}

type Finding = AnswerOf<'trees', 'checks'>[number]

interface ChecksPanelProps {
  tree: Tree
  onChoose: (chosen: DialogTarget) => void
}

/** Possible mistakes in a tree, each with a link to its branch. */
const ChecksPanel = ({ tree, onChoose }: ChecksPanelProps): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const checks = useQuery(apiQuery('trees', 'checks', { treeId: tree.id }))
  const { amount } = useAmount()
  const textOf = ({ kind, sensorIds, amount: over }: Finding): string => {
    if (kind === 'over') return texts.findings.over({ amount: amount(over ?? null) })
    return kind === 'noData' ? texts.findings.noData({ count: sensorIds.length }) : texts.findings[kind]
  }
  return (
    <Panel title={texts.checks}>
      <Loaded query={checks}>
        {(found) =>
          found.length === 0 ? (
            <p className="flex items-start gap-2 px-4 pb-4 text-sm text-quiet">
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />
              {texts.allGood}
            </p>
          ) : (
            <ul className="flex flex-col gap-2 px-4 pb-4">
              {found.map((one) => (
                <li key={`${one.kind} ${one.branchId}`} className="flex items-start gap-2 text-sm">
                  <TriangleAlert
                    className="mt-0.5 size-4 shrink-0 text-warning"
                    strokeWidth={1.75}
                    aria-hidden="true"
                  />
                  <span>
                    <button
                      type="button"
                      className="font-medium text-accent underline-offset-3 hover:underline"
                      onClick={() => onChoose({ kind: 'branch', id: one.branchId })}
                    >
                      {branchById(tree, one.branchId)?.name}
                    </button>
                    {`: ${textOf(one)}`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The tree's name, a copy of it, and its end. */
const TreeSettings = ({ tree, editor }: { tree: Tree; editor: TreeEditor }): ReactNode => {
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
