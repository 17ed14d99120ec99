import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, keyOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import type { Tree } from '../figures.ts'
import { applied, inverseOf, renamedIds, type TreeChange } from './edit.rules.ts'

export interface TreeEditor {
  /** Shown at once, and as it was again if the service refuses. */
  change: (step: TreeChange) => Promise<void>
  /** Takes the last change back. */
  undo: () => Promise<void>
  canUndo: boolean
  isBusy: boolean
}

const undoMax = 100

/** Changes a tree, one step after the other. */
export const useTreeEditor = (tree: Tree): TreeEditor => {
  const client = useQueryClient()
  const texts = useTexts()
  const [done, setDone] = useState<readonly TreeChange[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const queryKey = keyOf('trees', 'get', { treeId: tree.id })
  const run = async (step: TreeChange, then: (outcome: EditResult) => void): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    await client.cancelQueries({ queryKey })
    client.setQueryData<Tree>(queryKey, (now) => now && applied(now, step))
    try {
      then(await send(tree.id, step))
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    }
    await client.invalidateQueries({ queryKey: ['trees'] })
    await client.invalidateQueries({ queryKey: ['treeEnergy'], refetchType: 'none' })
    await client.invalidateQueries({ queryKey: ['treeProfiles'], refetchType: 'none' })
    setIsBusy(false)
  }
  return {
    change: (step) =>
      run(step, ({ madeId }) => {
        const back = inverseOf(tree, step, madeId)
        if (back !== null) setDone((now) => [...now, back].slice(-undoMax))
      }),
    undo: async () => {
      const last = done.at(-1)
      if (last === undefined) return
      await run(last, ({ newIds }) => setDone((now) => renamedIds(now.slice(0, -1), newIds)))
    },
    canUndo: done.length > 0,
    isBusy,
  }
}

interface EditResult {
  madeId: string | null
  /** New ids of recreated elements, by their old ids. */
  newIds: ReadonlyMap<string, string>
}

const nothing: EditResult = { madeId: null, newIds: new Map() }

const send = async (treeId: string, step: TreeChange): Promise<EditResult> => {
  if (step.do === 'createBranch') {
    return { ...nothing, madeId: (await createBranch(treeId, step.name, step.parentId)).id }
  }
  if (step.do === 'createSensor') {
    return { ...nothing, madeId: (await call('trees', 'createSensor', { treeId, ...step.sensor })).id }
  }
  if (step.do === 'restore') return { ...nothing, newIds: await restore(treeId, step) }
  await sendChange(treeId, step)
  return nothing
}

const sendChange = (
  treeId: string,
  step: Exclude<TreeChange, { do: 'createBranch' | 'createSensor' | 'restore' }>,
): Promise<unknown> => {
  switch (step.do) {
    case 'rename':
      return call('trees', 'rename', { treeId, name: step.name })
    case 'renameBranch':
      return call('trees', 'renameBranch', { treeId, branchId: step.branchId, name: step.name })
    case 'moveBranch':
      return call('trees', 'moveBranch', {
        treeId,
        branchId: step.branchId,
        parentBranchId: step.parentId,
        ...(step.before !== undefined && { before: step.before }),
      })
    case 'deleteBranch':
      return call('trees', 'deleteBranch', { treeId, branchId: step.branchId })
    case 'renameSensor':
      return call('trees', 'renameSensor', { sensorId: step.sensorId, name: step.name })
    case 'moveSensor':
      return call('trees', 'moveSensor', {
        treeId,
        sensorId: step.sensorId,
        branchId: step.branchId,
        isMain: step.isMain,
      })
    case 'changeSensor': {
      const { do: _, ...changes } = step
      return call('trees', 'changeSensor', { treeId, ...changes })
    }
    case 'deleteSensor':
      return call('trees', 'deleteSensor', { treeId, sensorId: step.sensorId })
  }
}

const createBranch = (treeId: string, name: string, parentId: string | null): Promise<{ id: string }> =>
  call('trees', 'createBranch', { treeId, name, ...(parentId !== null && { parentBranchId: parentId }) })

const restore = async (
  treeId: string,
  { branches, sensors }: Extract<TreeChange, { do: 'restore' }>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  for (const { id, name, parentBranchId = null } of branches) {
    const made = await createBranch(
      treeId,
      name,
      parentBranchId === null ? null : (ids.get(parentBranchId) ?? parentBranchId),
    )
    ids.set(id, made.id)
  }
  for (const { id, branchId, isMain = false, ...sensor } of sensors) {
    const made = await call('trees', 'createSensor', {
      treeId,
      ...sensor,
      isMain,
      branchId: ids.get(branchId) ?? branchId,
    })
    ids.set(id, made.id)
  }
  return ids
}
