import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import {
  type Coordinates,
  coordinatesAt,
  gridOf,
  type MapView,
  moved,
  type Point,
  type Size,
  scaleOf,
  screenOf,
  tileAddress,
  tilePx,
  tilesOf,
  zoomedBy,
} from './projection.rules.ts'

export interface MapPlanProps {
  label: string
  view: MapView
  onView: (view: MapView) => void
  onSize?: (size: Size) => void
  /** A place was pressed that nothing stands on. */
  onPlace?: (place: Coordinates) => void
  /** Renders markers with the function that converts coordinates to pixels. */
  children: (screen: (place: Coordinates) => Point, size: Size) => ReactNode
  className?: string
}

/** The map does not change while one looks at it. */
const staleTime = 3_600_000

/** A map: pictures of it where the installation names a source, else a plan of degrees. It needs no network of its own. */
export const MapPlan = (props: MapPlanProps): ReactNode => {
  const { label, view, onView, onSize, onPlace, children, className = '' } = props
  const { map: texts } = useTexts()
  const { orgId } = useOrg()
  const box = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 })
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width: widthPx = 0, height: heightPx = 0 } = entry?.contentRect ?? {}
      setSize({ widthPx, heightPx })
      onSize?.({ widthPx, heightPx })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const source = useQuery({ ...apiQuery('overview', 'map', { orgId }), staleTime }).data
  const onPress = onPlace && ((at: Point): void => onPlace(coordinatesAt(at, view, size)))
  const gestures = useMapGestures({ box, view, size, onView, onPress })
  const button = 'grid size-8 place-items-center bg-floating text-quiet hover:bg-hover hover:text-ink max-md:size-10'
  return (
    <div
      className={`relative overflow-hidden rounded-card border border-line bg-sunken select-none print:border-0 ${className}`}
    >
      <div
        ref={box}
        role="group"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hintId}
        className="absolute inset-0 cursor-grab touch-none overflow-hidden -outline-offset-2 active:cursor-grabbing"
        {...gestures}
        onPointerCancel={gestures.onPointerUp}
      >
        {source?.tiles === undefined ? (
          <Grid view={view} size={size} />
        ) : (
          <Tiles template={source.tiles} view={view} size={size} />
        )}
        {size.widthPx > 0 && children((place) => screenOf(place, view, size), size)}
      </div>
      <p id={hintId} className="sr-only">
        {texts.keys}
      </p>
      <div className="absolute top-3 right-3 flex flex-col overflow-hidden rounded-part border border-line-strong shadow-menu print:hidden">
        <button
          type="button"
          className={button}
          aria-label={texts.zoomIn}
          onClick={() => onView(zoomedBy(view, 1, size))}
        >
          <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={button}
          aria-label={texts.zoomOut}
          onClick={() => onView(zoomedBy(view, -1, size))}
        >
          <Minus className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <Scale view={view} />
      {source?.attribution !== undefined && (
        <p className="absolute right-0 bottom-0 rounded-tl-part bg-surface px-1.5 py-0.5 text-2xs text-quiet">
          {source.attribution}
        </p>
      )}
    </div>
  )
}

interface GroundProps {
  view: MapView
  size: Size
}

const Tiles = ({ template, view, size }: GroundProps & { template: string }): ReactNode =>
  tilesOf(view, size).map((tile) => (
    <img
      key={`${tile.z}/${tile.leftPx < 0 ? 'w' : ''}${tile.x}/${tile.y}/${Math.floor(tile.leftPx / (tilePx * 2 ** tile.z))}`}
      src={tileAddress(template, tile)}
      alt=""
      draggable={false}
      width={tilePx}
      height={tilePx}
      className="pointer-events-none absolute max-w-none"
      style={{ left: tile.leftPx, top: tile.topPx }}
    />
  ))

/** Lines of equal degrees, with their numbers at the edges. */
const Grid = ({ view, size }: GroundProps): ReactNode => {
  const { number } = useFormat()
  if (size.widthPx === 0) return null
  const { latitudes, longitudes } = gridOf(view, size)
  const y = (latitude: number): number => screenOf({ latitude, longitude: view.longitude }, view, size).y
  const x = (longitude: number): number => screenOf({ latitude: view.latitude, longitude }, view, size).x
  return (
    <svg className="pointer-events-none absolute inset-0 size-full text-2xs" aria-hidden="true">
      {latitudes.map((latitude) => (
        <g key={latitude}>
          <line x1="0" x2="100%" y1={y(latitude)} y2={y(latitude)} className="stroke-line-strong" strokeWidth="0.75" />
          <text x="6" y={y(latitude) - 3} className="fill-faint">
            {number(latitude)}°
          </text>
        </g>
      ))}
      {longitudes.map((longitude) => (
        <g key={longitude}>
          <line
            y1="0"
            y2="100%"
            x1={x(longitude)}
            x2={x(longitude)}
            className="stroke-line-strong"
            strokeWidth="0.75"
          />
          <text x={x(longitude) + 3} y="12" className="fill-faint">
            {number(longitude)}°
          </text>
        </g>
      ))}
    </svg>
  )
}

const Scale = ({ view }: { view: MapView }): ReactNode => {
  const { number } = useFormat()
  const { metres, px } = scaleOf(view)
  return (
    <div className="pointer-events-none absolute bottom-3 left-3 text-2xs text-quiet">
      <span className="rounded-mark bg-surface px-1">
        {metres >= 1000 ? number(metres / 1000, 'km') : number(metres, 'm')}
      </span>
      <span className="mt-0.5 block h-1.5 border-x border-b border-edge" style={{ width: px }} />
    </div>
  )
}

interface MapGestures {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface MapGestureOptions {
  box: RefObject<HTMLElement | null>
  view: MapView
  size: Size
  onView: (view: MapView) => void
  /** Pressed without being dragged. */
  onPress?: ((at: Point) => void) | undefined
}

/** Shorter drags are clicks. */
const dragPx = 4
const keyPx = 80
/** Two fingers that go so far apart make it twice as large. */
const pinchStep = 1.4

/** A map is dragged, pinched and turned by the wheel with Ctrl; keys do the same. */
const useMapGestures = ({ box, view, size, onView, onPress }: MapGestureOptions): MapGestures => {
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<{ at: Point; isDrag: boolean; apart: number }>({ at: { x: 0, y: 0 }, isDrag: false, apart: 0 })
  const local = (event: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const turn = useEffectEvent((event: WheelEvent): void => {
    if (!event.ctrlKey) return
    event.preventDefault()
    onView(zoomedBy(view, event.deltaY < 0 ? 1 : -1, size, local(event)))
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent): void => turn(event)
    // React's own listener could not keep the page from being enlarged.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [box])
  const apart = (): number => {
    const [a, b] = [...pointers.current.values()]
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
  }
  return {
    onPointerDown(event) {
      // Markers handle clicks themselves.
      if ((event.target as HTMLElement).closest('a, button') !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, local(event))
      start.current = { at: local(event), isDrag: pointers.current.size > 1, apart: apart() }
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const now = local(event)
      if (Math.hypot(now.x - start.current.at.x, now.y - start.current.at.y) > dragPx) start.current.isDrag = true
      pointers.current.set(event.pointerId, now)
      if (pointers.current.size === 2) {
        const ratio = apart() / Math.max(1, start.current.apart)
        if (ratio > pinchStep || ratio < 1 / pinchStep) {
          start.current.apart = apart()
          onView(zoomedBy(view, ratio > 1 ? 1 : -1, size, now))
        }
      } else if (start.current.isDrag) onView(moved(view, { x: before.x - now.x, y: before.y - now.y }))
    },
    onPointerUp(event) {
      if (!pointers.current.delete(event.pointerId)) return
      if (!start.current.isDrag && event.type === 'pointerup') onPress?.(local(event))
    },
    onKeyDown(event) {
      const next = event.target === event.currentTarget ? keyed(event.key, view, size) : null
      if (next === null) return
      event.preventDefault()
      onView(next)
    },
  }
}

const keyed = (key: string, view: MapView, size: Size): MapView | null => {
  switch (key) {
    case 'ArrowLeft':
      return moved(view, { x: -keyPx, y: 0 })
    case 'ArrowRight':
      return moved(view, { x: keyPx, y: 0 })
    case 'ArrowUp':
      return moved(view, { x: 0, y: -keyPx })
    case 'ArrowDown':
      return moved(view, { x: 0, y: keyPx })
    case '+':
    case '=':
      return zoomedBy(view, 1, size)
    case '-':
      return zoomedBy(view, -1, size)
    default:
      return null
  }
}
