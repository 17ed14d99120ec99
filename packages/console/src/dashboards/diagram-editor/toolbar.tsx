import { codesOf, freeCode, withItems } from '@busbar/diagrams'
import { align, distribute, type Edge, group, remove, reorder } from '@busbar/diagrams/edit'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  BringToFront,
  Cable,
  Copy,
  Group,
  Lock,
  type LucideIcon,
  Magnet,
  MousePointer2,
  Redo2,
  SendToBack,
  Spline,
  Trash2,
  Undo2,
  Ungroup,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import type { Tool } from './canvas.tsx'
import type { Editor } from './use-editor.ts'

export interface ToolbarProps {
  editor: Editor
  tool: Tool
  onTool: (tool: Tool) => void
  zoom: number
  onZoom: (zoom: number) => void
  isSnapping: boolean
  onSnapping: (isSnapping: boolean) => void
}

const edges: readonly (readonly [edge: Edge, icon: LucideIcon])[] = [
  ['left', AlignStartVertical],
  ['centre', AlignCenterVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
]
const zoomStep = 1.25
const zoomMin = 0.2
const zoomMax = 4

/** Actions on the selection, and view options. */
export const Toolbar = (props: ToolbarProps): ReactNode => {
  const { editor, tool, onTool, zoom, onZoom, isSnapping, onSnapping } = props
  const { editor: texts } = useTexts().pictures
  const { chosen, change } = editor
  const isNone = chosen.size === 0
  const zoomBy = (factor: number): void => onZoom(Math.min(zoomMax, Math.max(zoomMin, zoom * factor)))
  const makeGroup = (): void => change((now) => group(now, chosen, freeCode('group', groupsOf(now))))
  const lock = (): void => {
    change((now) =>
      withItems(now, (item) => (chosen.has(item.code) ? { ...item, drawn: { ...item.drawn, isLocked: true } } : item)),
    )
    editor.choose([])
  }
  return (
    <div
      role="toolbar"
      aria-label={texts.tools}
      className="flex flex-wrap items-center gap-0.5 rounded-card border border-line bg-surface p-1"
    >
      <Tool icon={MousePointer2} text={texts.select} isOn={tool === 'select'} onClick={() => onTool('select')} />
      <Tool icon={Spline} text={texts.pipe} isOn={tool === 'pipe'} onClick={() => onTool('pipe')} />
      <Tool icon={Cable} text={texts.wire} isOn={tool === 'wire'} onClick={() => onTool('wire')} />
      <Line />
      <Tool icon={Undo2} text={texts.undo} isOff={!editor.canUndo} onClick={editor.undo} />
      <Tool icon={Redo2} text={texts.redo} isOff={!editor.canRedo} onClick={editor.redo} />
      <Line />
      {edges.map(([edge, icon]) => (
        <Tool
          key={edge}
          icon={icon}
          text={texts.align[edge]}
          isOff={chosen.size < 2}
          onClick={() => change((now) => align(now, chosen, edge))}
        />
      ))}
      <Tool
        icon={AlignHorizontalDistributeCenter}
        text={texts.distributeX}
        isOff={chosen.size < 3}
        onClick={() => change((now) => distribute(now, chosen, 'x'))}
      />
      <Tool
        icon={AlignVerticalDistributeCenter}
        text={texts.distributeY}
        isOff={chosen.size < 3}
        onClick={() => change((now) => distribute(now, chosen, 'y'))}
      />
      <Line />
      <Tool icon={Group} text={texts.group} isOff={chosen.size < 2} onClick={makeGroup} />
      <Tool
        icon={Ungroup}
        text={texts.ungroup}
        isOff={isNone}
        onClick={() => change((now) => group(now, chosen, null))}
      />
      <Tool
        icon={BringToFront}
        text={texts.front}
        isOff={isNone}
        onClick={() => change((now) => reorder(now, chosen, 'front'))}
      />
      <Tool
        icon={SendToBack}
        text={texts.back}
        isOff={isNone}
        onClick={() => change((now) => reorder(now, chosen, 'back'))}
      />
      <Tool icon={Lock} text={texts.lock} isOff={isNone} onClick={lock} />
      <Tool icon={Copy} text={texts.duplicate} isOff={isNone} onClick={() => editor.duplicate()} />
      <Tool icon={Trash2} text={texts.remove} isOff={isNone} onClick={() => change((now) => remove(now, chosen))} />
      <Line />
      <Tool icon={Magnet} text={texts.snap} isOn={isSnapping} onClick={() => onSnapping(!isSnapping)} />
      <Tool icon={ZoomOut} text={texts.zoomOut} onClick={() => zoomBy(1 / zoomStep)} />
      <span className="min-w-11 text-center text-sm">{Math.round(zoom * 100)} %</span>
      <Tool icon={ZoomIn} text={texts.zoomIn} onClick={() => zoomBy(zoomStep)} />
    </div>
  )
}

const groupsOf = (model: Editor['model']): Set<string> =>
  new Set([...codesOf(model), ...model.items.flatMap(({ drawn }) => drawn.group ?? [])])

const Line = (): ReactNode => <span className="mx-1 h-5 w-px bg-line-strong" aria-hidden="true" />

interface ToolButtonProps {
  icon: LucideIcon
  text: string
  isOn?: boolean
  isOff?: boolean
  onClick: () => void
}

const Tool = ({ icon, text, isOn, isOff = false, onClick }: ToolButtonProps): ReactNode => (
  <Button
    variant="quiet"
    icon={icon}
    aria-label={text}
    title={text}
    aria-pressed={isOn}
    disabled={isOff}
    onClick={onClick}
    className="px-2 aria-pressed:bg-selected aria-pressed:text-accent"
  />
)
