import type { Faceplates, PictureValues } from '@busbar/diagrams'
import {
  boxAround,
  boxOf,
  drawPicture,
  gridPx,
  isFree,
  type PictureModel,
  type PlacedElement,
  type Point,
} from '@busbar/diagrams'
import {
  type Guide,
  moveChosen,
  nearestPort,
  portOf,
  resizeTo,
  route,
  snapMove,
  toGrid,
  withGroups,
} from '@busbar/diagrams/edit'
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { LiveDrawing } from '../diagrams/picture.tsx'
import type { Editor } from './use-editor.ts'

const pipePx = 8

/** The uppermost thing at a point that may be taken. */
const itemAt = (model: PictureModel, point: Point): PlacedElement | undefined =>
  model.items.findLast((item) => isFree(model, item) && isOn(item, point))

const isOn = (item: PlacedElement, [x, y]: Point): boolean => {
  const { points } = item.drawn
  if (item.drawn.kind === 'pipe' && points !== undefined) {
    return points.slice(1).some(([x2 = 0, y2 = 0], i) => {
      const [x1 = 0, y1 = 0] = points[i] ?? []
      return (
        x >= Math.min(x1, x2) - pipePx &&
        x <= Math.max(x1, x2) + pipePx &&
        y >= Math.min(y1, y2) - pipePx &&
        y <= Math.max(y1, y2) + pipePx
      )
    })
  }
  const box = boxOf(item)
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** Returns the items that lie completely between two corners. */
const itemsWithin = (model: PictureModel, [x1, y1]: Point, [x2, y2]: Point): string[] => {
  const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)]
  return model.items
    .filter((item) => {
      const box = boxOf(item)
      const isIn = box.x >= left && box.x + box.width <= right && box.y >= top && box.y + box.height <= bottom
      return isIn && isFree(model, item)
    })
    .map(({ code }) => code)
}

export type Tool = 'select' | 'pipe' | 'wire'

export interface CanvasProps {
  editor: Editor
  plates: Faceplates
  name: string
  tool: Tool
  zoom: number
  isSnapping: boolean
  /** While it is tried: nothing can be moved. */
  values: PictureValues | undefined
  onToolDone: () => void
}

/** Current gesture of the pointer. */
type CanvasGesture =
  | { kind: 'move'; from: Point; dx: number; dy: number; guides: readonly Guide[] }
  | { kind: 'marquee'; from: Point; to: Point }
  | { kind: 'resize'; from: Point; dx: number; dy: number }
  | { kind: 'pipe'; from: Point; to: Point }

const portPx = 14
const handlePx = 9

/** The picture as it is edited: the drawing below, what is chosen and what the pointer does above it. */
export const Canvas = (props: CanvasProps): ReactNode => {
  const { editor, plates, name, tool, zoom, isSnapping, values, onToolDone } = props
  const { pictures } = useTexts()
  const { model, chosen } = editor
  const below = useRef<HTMLDivElement>(null)
  const [act, setAct] = useState<CanvasGesture | null>(null)
  const source = useMemo(() => drawPicture(model, plates), [model, plates])
  const selected = model.items.filter(({ code }) => chosen.has(code))
  const isTried = values !== undefined
  const at = (event: PointerEvent<SVGSVGElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [(event.clientX - left) / zoom, (event.clientY - top) / zoom]
  }
  const shift = act?.kind === 'move' ? act : null
  useEffect(() => {
    const root = below.current?.firstElementChild?.shadowRoot
    if (shift === null || root == null) return undefined
    const moving = [...chosen].flatMap((code) => root.querySelector<SVGElement>(`#${CSS.escape(code)}`) ?? [])
    for (const element of moving) element.style.translate = `${shift.dx}px ${shift.dy}px`
    return () => {
      for (const element of moving) element.style.translate = ''
    }
  }, [shift, chosen])

  const down = (event: PointerEvent<SVGSVGElement>): void => {
    if (isTried || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = at(event)
    if (tool !== 'select') {
      setAct({ kind: 'pipe', from, to: from })
      return
    }
    if ((event.target as Element).hasAttribute('data-handle')) {
      setAct({ kind: 'resize', from, dx: 0, dy: 0 })
      return
    }
    const hit = itemAt(model, from)
    if (hit === undefined) {
      if (!event.shiftKey) editor.choose([])
      setAct({ kind: 'marquee', from, to: from })
      return
    }
    const group = withGroups(model, new Set([hit.code]))
    if (event.shiftKey) editor.choose(chosen.has(hit.code) ? chosen.difference(group) : chosen.union(group))
    else if (!chosen.has(hit.code)) editor.choose(group)
    setAct({ kind: 'move', from, dx: 0, dy: 0, guides: [] })
  }
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    if (act === null) return
    const to = at(event)
    const [dx, dy] = [to[0] - act.from[0], to[1] - act.from[1]]
    if (act.kind === 'marquee' || act.kind === 'pipe') setAct({ ...act, to })
    else if (act.kind === 'resize') setAct({ ...act, dx, dy })
    else if (selected.length > 0) {
      const others = model.items.filter(({ code, drawn }) => !chosen.has(code) && drawn.kind !== 'pipe').map(boxOf)
      const snapped = isSnapping ? snapMove(boxAround(selected), dx, dy, others) : { dx, dy, guides: [] }
      setAct({ ...act, ...snapped })
    }
  }
  const up = (event: PointerEvent<SVGSVGElement>): void => {
    if (act === null) return
    setAct(null)
    if (act.kind === 'marquee') {
      const within = itemsWithin(model, act.from, act.to)
      editor.choose(withGroups(model, new Set(event.shiftKey ? [...chosen, ...within] : within)))
    } else if (act.kind === 'pipe') layPipe(act.from, act.to)
    else if (act.kind === 'resize') resize(act.dx, act.dy)
    else if (event.altKey && (act.dx !== 0 || act.dy !== 0)) editor.duplicate(act.dx, act.dy)
    else editor.change((now) => moveChosen(now, chosen, act.dx, act.dy))
  }
  const resize = (dx: number, dy: number): void => {
    const [item] = selected
    if (item === undefined) return
    const box = boxOf(item)
    const snap = isSnapping ? toGrid : (value: number) => value
    const [width, height] = [Math.max(gridPx, snap(box.width + dx)), Math.max(gridPx, snap(box.height + dy))]
    editor.change((now) => resizeTo(now, item.code, { ...box, width, height }))
  }
  const layPipe = (from: Point, to: Point): void => {
    onToolDone()
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < gridPx) return
    const ends = [nearestPort(model, from, portPx), nearestPort(model, to, portPx)]
    const [start, end] = [from, to].map((point, i) => {
      const found = ends[i]
      const item = model.items.find(({ code }) => code === found?.code)
      const port = item === undefined || found == null ? null : portOf(item, found.port)
      return port ?? { at: [toGrid(point[0]), toGrid(point[1])] as Point, leaves: null }
    })
    if (start === undefined || end === undefined) return
    const points = route(start, end).map((point) => [...point])
    editor.insert(tool, { kind: 'pipe', x: 0, y: 0, width: 1, height: 1, look: tool, points, ends })
  }

  const frame = selected.length === 0 ? null : boxAround(selected)
  const [dx, dy] = act?.kind === 'move' ? [act.dx, act.dy] : [0, 0]
  const [growX, growY] = act?.kind === 'resize' ? [act.dx, act.dy] : [0, 0]
  const line = 1.5 / zoom
  const [only] = selected
  return (
    <div className="relative" style={{ width: model.width * zoom, height: model.height * zoom }}>
      <div ref={below} className="size-full" inert={!isTried}>
        <LiveDrawing name={name} source={source} values={values} className="size-full" />
      </div>
      {!isTried && (
        <svg
          viewBox={`0 0 ${model.width} ${model.height}`}
          className={`absolute inset-0 size-full touch-none ${tool === 'select' ? '' : 'cursor-crosshair'}`}
          role="img"
          aria-label={pictures.editor.canvas({ items: model.items.length, chosen: selected.length })}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => setAct(null)}
        >
          {isSnapping && <Grid width={model.width} height={model.height} />}
          {selected.map((item) => {
            const box = boxOf(item)
            return (
              <rect
                key={item.code}
                x={box.x + dx}
                y={box.y + dy}
                width={Math.max(1, box.width)}
                height={Math.max(1, box.height)}
                className="fill-none stroke-accent"
                strokeWidth={line}
                strokeDasharray={selected.length > 1 ? 4 / zoom : undefined}
              />
            )
          })}
          {frame !== null && selected.length === 1 && only?.drawn.kind !== 'pipe' && (
            <>
              {(growX !== 0 || growY !== 0) && (
                <rect
                  x={frame.x}
                  y={frame.y}
                  width={Math.max(1, frame.width + growX)}
                  height={Math.max(1, frame.height + growY)}
                  className="fill-none stroke-accent"
                  strokeWidth={line}
                />
              )}
              <rect
                data-handle
                x={frame.x + frame.width + dx + growX - handlePx / 2 / zoom}
                y={frame.y + frame.height + dy + growY - handlePx / 2 / zoom}
                width={handlePx / zoom}
                height={handlePx / zoom}
                className="cursor-nwse-resize fill-surface stroke-accent"
                strokeWidth={line}
              />
            </>
          )}
          {act?.kind === 'move' &&
            act.guides.map(({ axis, at: place }) => (
              <line
                key={`${axis}${place}`}
                {...(axis === 'x'
                  ? { x1: place, x2: place, y1: 0, y2: model.height }
                  : { x1: 0, x2: model.width, y1: place, y2: place })}
                className="stroke-unknown"
                strokeWidth={line}
              />
            ))}
          {act?.kind === 'marquee' && (
            <rect
              x={Math.min(act.from[0], act.to[0])}
              y={Math.min(act.from[1], act.to[1])}
              width={Math.abs(act.to[0] - act.from[0])}
              height={Math.abs(act.to[1] - act.from[1])}
              className="fill-accent/10 stroke-accent"
              strokeWidth={line}
            />
          )}
          {act?.kind === 'pipe' && (
            <polyline
              points={route({ at: act.from, leaves: null }, { at: act.to, leaves: null }).join(' ')}
              className="fill-none stroke-accent"
              strokeWidth={line * 2}
            />
          )}
        </svg>
      )}
    </div>
  )
}

const Grid = ({ width, height }: { width: number; height: number }): ReactNode => (
  <>
    <defs>
      <pattern id="editor-grid" width={gridPx * 2} height={gridPx * 2} patternUnits="userSpaceOnUse">
        <circle cx={0.75} cy={0.75} r={0.75} className="fill-line-strong" />
      </pattern>
    </defs>
    <rect width={width} height={height} fill="url(#editor-grid)" pointerEvents="none" />
  </>
)
