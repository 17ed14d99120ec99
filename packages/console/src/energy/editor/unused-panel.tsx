import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { Tree } from '../figures.ts'
import { branchById, branchOptions, paramRefused, type TreeChange } from './edit.rules.ts'
import { DragHandle } from './tree-outline.tsx'
import type { TreeDrag } from './use-drag.ts'
import type { TreeEditor } from './use-tree-editor.ts'

export interface UnusedPanelProps {
  tree: Tree
  unused: UnusedParams
  drag: TreeDrag
  editor: TreeEditor
}

const shownMax = 60

/** Metered parameters that are in no tree: they can be dragged into one, or added by a button. */
export const UnusedPanel = ({ tree, unused, drag, editor }: UnusedPanelProps): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<UnusedParam | null>(null)
  const words = typed.toLocaleLowerCase().split(/\s+/)
  const isFound = ({ name, deviceName, netName, unitName }: UnusedParam): boolean => {
    const text = `${netName} ${deviceName} ${name} ${unitName}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = unused.list.filter(isFound)
  return (
    <Panel title={texts.unused}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <TextField label={texts.search} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Loaded query={unused.query}>
          {(list) => (
            <>
              {list.length === 0 && <p className="text-sm text-quiet">{texts.allUsed}</p>}
              <ul className="-mx-2 max-h-[60vh] overflow-y-auto">
                {found.slice(0, shownMax).map((param) => (
                  <li key={param.paramId} className="flex min-h-11 items-center gap-1 text-sm hover:bg-hover">
                    <DragHandle
                      node={{ kind: 'param', id: String(param.paramId), name: `${param.deviceName}: ${param.name}` }}
                      drag={drag}
                    />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{`${param.deviceName}: ${param.name}`}</span>
                      <span className="block truncate text-xs text-faint">{param.netName}</span>
                    </span>
                    <span className="text-xs text-faint">{param.unitName}</span>
                    <Button variant="quiet" disabled={tree.branches.length === 0} onClick={() => setAdded(param)}>
                      {texts.add}
                    </Button>
                  </li>
                ))}
              </ul>
              {found.length > shownMax && (
                <p className="text-xs text-faint">{texts.moreFound({ count: found.length - shownMax })}</p>
              )}
            </>
          )}
        </Loaded>
        <OtherParam tree={tree} onChoose={setAdded} />
      </div>
      {added !== null && (
        <AddDialog tree={tree} param={added} unused={unused} editor={editor} onClose={() => setAdded(null)} />
      )}
    </Panel>
  )
}

/** A parameter that another tree has too, or with another unit. */
const OtherParam = ({ tree, onChoose }: { tree: Tree; onChoose: (param: UnusedParam) => void }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const [error, setError] = useState<string | undefined>(undefined)
  return (
    <ParamSearch
      label={texts.otherParam}
      paramId="many"
      error={error}
      isDisabled={tree.branches.length === 0}
      onChoose={(choice) => {
        const taken = tree.sensors.find(({ paramId }) => paramId === choice.id)
        if (paramRefused(tree, choice.id) !== null) {
          setError(texts.alreadyIn({ branch: branchById(tree, taken?.branchId ?? null)?.name ?? '' }))
          return
        }
        setError(undefined)
        const { id, name, deviceName, netName, unit: unitName } = choice
        const kind = /^[kMGT]?W$/.test(unitName) ? 'power' : 'energy'
        onChoose({ paramId: id, name, deviceName, netName, unitName, kind })
      }}
    />
  )
}

interface AddDialogProps {
  tree: Tree
  param: UnusedParam
  unused: UnusedParams
  editor: TreeEditor
  onClose: () => void
}

const AddDialog = ({ tree, param, unused, editor, onClose }: AddDialogProps): ReactNode => {
  const { common, energyEdit: texts } = useTexts()
  const options = branchOptions(tree)
  const [branchId, setBranchId] = useState(options[0]?.[0] ?? '')
  return (
    <Dialog title={texts.addTitle({ name: `${param.deviceName}: ${param.name}` })} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Choice label={texts.branch} value={branchId} options={options} onChange={setBranchId} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void editor.change({ do: 'createSensor', sensor: unused.sensorOf(param, branchId) })
            }}
          >
            {texts.add}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type UnusedParam = AnswerOf<'trees', 'unused'>[number]

interface UnusedParams {
  query: UseQueryResult<UnusedParam[]>
  list: readonly UnusedParam[]
  /** Converts a parameter to a sensor of a branch, named after its device. */
  sensorOf: (param: UnusedParam, branchId: string) => Extract<TreeChange, { do: 'createSensor' }>['sensor']
}

/** Wh and W are counted by thousands, as people do. */
const multiplierOf = (unit: string): number => (unit === 'Wh' || unit === 'W' ? 0.001 : 1)

/** Loads metered parameters that are in no tree. */
export const useUnusedParams = ({ orgId }: Tree): UnusedParams => {
  const query = useQuery(apiQuery('trees', 'unused', { orgId }))
  return {
    query,
    list: query.data ?? [],
    sensorOf: ({ paramId, kind, unitName, deviceName }, branchId) => ({
      name: deviceName.slice(0, 200),
      branchId,
      paramId,
      kind,
      multiplier: multiplierOf(unitName),
      isMain: false,
    }),
  }
}
