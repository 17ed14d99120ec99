import { Folder, Gauge, GripVertical, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { Tree } from '../figures.ts'
import { branchById, type DialogTarget, type Sensor } from './edit.rules.ts'
import { type DraggedNode, dropAttribute, type TreeDrag } from './use-drag.ts'

export interface TreeOutlineProps {
  tree: Tree
  drag: TreeDrag
  onChoose: (chosen: DialogTarget) => void
}

/** Branches and sensors as they hang together. */
export const TreeOutline = ({ tree, drag, onChoose }: TreeOutlineProps): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const below = Map.groupBy(tree.branches, ({ parentBranchId }) => parentBranchId ?? null)
  const sensors = Map.groupBy(tree.sensors, ({ branchId }) => branchId)
  const put = (parentId: string | null, level: number): ReactNode =>
    (below.get(parentId) ?? []).map(({ id, name }) => {
      const own = sensors.get(id) ?? []
      const isEmpty = own.length === 0 && !below.has(id)
      return (
        <li key={id}>
          <Row
            level={level}
            node={{ kind: 'branch', id, name }}
            drag={drag}
            targetId={id}
            icon={<Folder className="size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />}
            onOpen={() => onChoose({ kind: 'branch', id })}
          >
            {isEmpty && <span className="text-xs text-faint">{texts.noSensors}</span>}
          </Row>
          <ul>
            {own
              .toSorted((a, b) => Number(b.isMain === true) - Number(a.isMain === true))
              .map((sensor) => (
                <SensorRow
                  key={sensor.id}
                  tree={tree}
                  sensor={sensor}
                  level={level + 1}
                  drag={drag}
                  onChoose={onChoose}
                />
              ))}
            {put(id, level + 1)}
          </ul>
        </li>
      )
    })
  const isOver = drag.overId === null
  return (
    <div className="pb-3">
      {drag.dragged?.kind === 'branch' && (
        <p
          {...dropAttribute(null)}
          className={`mx-3 mb-1 rounded-part border border-dashed px-3 py-2 text-sm ${isOver ? 'border-accent bg-selected text-accent' : 'border-line-strong text-quiet'}`}
        >
          {texts.toTop}
        </p>
      )}
      {tree.branches.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-quiet">{texts.noBranches}</p>
      ) : (
        <ul>{put(null, 0)}</ul>
      )}
      {drag.refusal !== null && drag.refusal !== 'same' && (
        <p className="mx-4 mt-2 text-sm text-critical-text">{texts.refused[drag.refusal]}</p>
      )}
    </div>
  )
}

interface SensorRowProps extends TreeOutlineProps {
  sensor: Sensor
  level: number
}

const SensorRow = ({ tree, sensor, level, drag, onChoose }: SensorRowProps): ReactNode => {
  const { energyEdit: texts } = useTexts()
  const { id, name, paramId, kind, multiplier, isMain, branchId } = sensor
  const other = tree.sensors.find((one) => one.paramId === paramId && one.id !== id)
  return (
    <li>
      <Row
        level={level}
        node={{ kind: 'sensor', id, name }}
        drag={drag}
        targetId={branchId}
        icon={
          isMain === true ? (
            <Gauge className="size-4 shrink-0 text-accent" strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <Zap className="size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
          )
        }
        onOpen={() => onChoose({ kind: 'sensor', id })}
      >
        {isMain === true && (
          <span className="rounded-mark bg-selected px-1.5 py-0.5 text-xs text-accent">{texts.mainMeter}</span>
        )}
        {kind === 'power' && <span className="text-xs text-faint">{texts.fromPower}</span>}
        {multiplier !== 1 && <span className="text-xs text-faint">{`× ${multiplier}`}</span>}
        {other !== undefined && (
          <Badge tone="warning">{texts.alsoIn({ branch: branchById(tree, other.branchId)?.name ?? '' })}</Badge>
        )}
      </Row>
    </li>
  )
}

interface RowProps {
  level: number
  node: DraggedNode
  drag: TreeDrag
  /** Drop target. */
  targetId: string
  icon: ReactNode
  onOpen: () => void
  children: ReactNode
}

const Row = ({ level, node, drag, targetId, icon, onOpen, children }: RowProps): ReactNode => {
  const isTarget = drag.dragged !== null && node.kind === 'branch' && drag.overId === targetId
  const stateClasses = isTarget
    ? drag.refusal === null
      ? 'bg-selected outline-accent'
      : 'bg-critical-soft outline-critical'
    : ''
  return (
    <div
      {...dropAttribute(targetId)}
      className={`flex min-h-9 items-center gap-2 pr-3 text-sm max-md:min-h-11 ${isTarget ? 'outline-2 -outline-offset-2' : 'hover:bg-hover'} ${stateClasses} ${drag.dragged?.id === node.id ? 'opacity-50' : ''}`}
      style={{ paddingLeft: 8 + level * 22 }}
    >
      <DragHandle node={node} drag={drag} />
      {icon}
      <button
        type="button"
        className={`min-w-0 truncate text-left underline-offset-3 hover:underline ${node.kind === 'branch' ? 'font-medium' : ''}`}
        title={node.name}
        onClick={onOpen}
      >
        {node.name}
      </button>
      {children}
    </div>
  )
}

/** Handle for dragging. */
export const DragHandle = ({ node, drag }: { node: DraggedNode; drag: TreeDrag }): ReactNode => {
  const { energyEdit: texts } = useTexts()
  return (
    <button
      type="button"
      aria-label={texts.move({ name: node.name })}
      className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-mark text-faint select-none hover:text-ink aria-pressed:cursor-grabbing aria-pressed:text-accent max-md:size-10"
      {...drag.handle(node)}
    >
      <GripVertical className="size-4" strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
