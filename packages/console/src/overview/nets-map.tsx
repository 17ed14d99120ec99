import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useHasRole } from '../data/api/use-org.tsx'
import { clustersOf } from '../devices/map/clusters.rules.ts'
import { MapPlan } from '../devices/map/map-plan.tsx'
import {
  type Coordinates,
  type MapView,
  type Size,
  viewIn,
  viewOfAll,
  viewText,
} from '../devices/map/projection.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { StateShape, type Tone } from '../ui/feedback/state-mark.tsx'
import { Panel } from '../ui/layout/page.tsx'
import { RowLink } from '../ui/layout/table.tsx'
import { Reason } from './key-value.tsx'
import type { NetRow } from './use-overview.ts'

interface PlacedNet {
  row: NetRow
  coordinates: Coordinates
}

const placedOf = (rows: readonly NetRow[]): PlacedNet[] =>
  rows.flatMap((row) => {
    const { latitude, longitude } = row.net
    return latitude === undefined || longitude === undefined ? [] : [{ row, coordinates: { latitude, longitude } }]
  })

/** Networks where they stand, with a list of the same beside it. */
export const NetsMap = ({ rows }: { rows: readonly NetRow[] }): ReactNode => {
  const { map: texts, overview } = useTexts()
  const search = useSearch({ from: '/shell/overview' })
  const navigate = useNavigate()
  const [size, setSize] = useState<Size>({ widthPx: 800, heightPx: 500 })
  const placed = useMemo(() => placedOf(rows), [rows])
  const view =
    viewIn(search.at) ??
    viewOfAll(
      placed.map(({ coordinates }) => coordinates),
      size,
    )
  const setView = (next: MapView): void =>
    void navigate({ to: '/overview', search: { ...search, at: viewText(next) }, replace: true, resetScroll: false })
  if (placed.length === 0) return <NoPlaces />
  const without = rows.length - placed.length
  return (
    <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_20rem]">
      <MapPlan label={texts.label} view={view} onView={setView} onSize={setSize} className="h-[max(24rem,60dvh)]">
        {(screen) =>
          clustersOf(placed.map((item) => ({ item, at: screen(item.coordinates) }))).map((cluster) => (
            <Mark
              key={cluster.items.map(({ row }) => row.net.id).join()}
              cluster={cluster}
              onZoom={(coordinates) => setView(viewOfAll(coordinates, size))}
            />
          ))
        }
      </MapPlan>
      <Panel title={overview.networks}>
        <ul className="max-h-[60dvh] overflow-y-auto border-t border-line text-sm">
          {placed.map(({ row }) => (
            <li key={row.net.id} className="flex gap-2.5 border-b border-line px-4 py-2.5 last:border-b-0">
              <StateShape tone={row.status?.tone ?? 'muted'} className="mt-1" />
              <span className="min-w-0">
                <RowLink href={`/nets/${row.net.id}`}>{row.net.name}</RowLink>
                <span className="block text-xs break-words text-quiet">
                  {row.status?.why == null ? (
                    overview.states[row.status?.tone ?? 'muted']
                  ) : (
                    <Reason why={row.status.why} />
                  )}
                </span>
              </span>
            </li>
          ))}
          {without > 0 && <li className="px-4 py-2.5 text-xs text-quiet">{texts.without({ count: without })}</li>}
        </ul>
      </Panel>
    </div>
  )
}

const rings: Readonly<Record<Tone, string>> = {
  critical: 'border-critical',
  warning: 'border-warning',
  unknown: 'border-unknown',
  info: 'border-info',
  ok: 'border-line-strong',
  muted: 'border-line-strong',
}

interface MarkProps {
  cluster: { at: { x: number; y: number }; items: readonly PlacedNet[] }
  onZoom: (coordinates: readonly Coordinates[]) => void
}

/** A marker of one network, or the count of nearby ones, in the colour of the worst. */
const Mark = ({ cluster: { at, items }, onZoom }: MarkProps): ReactNode => {
  const { map: texts, overview } = useTexts()
  const [first] = items
  if (first === undefined) return null
  const tone = first.row.status?.tone ?? 'muted'
  const markerClasses = `absolute flex -translate-x-1/2 -translate-y-1/2 items-center gap-1.5 rounded-full border-2 bg-surface text-xs font-medium text-ink ${rings[tone]}`
  const position = { left: at.x, top: at.y }
  if (items.length > 1)
    return (
      <button
        type="button"
        className={`${markerClasses} h-8 min-w-8 justify-center px-2`}
        style={position}
        aria-label={texts.cluster({ count: items.length, first: first.row.net.name, state: overview.states[tone] })}
        onClick={() => onZoom(items.map((one) => one.coordinates))}
      >
        <StateShape tone={tone} />
        {items.length}
      </button>
    )
  const { id, name } = first.row.net
  return (
    <Link
      to="/nets/$id"
      params={{ id }}
      draggable={false}
      className={`${markerClasses} h-7 max-w-44 px-2`}
      style={position}
      title={`${name}, ${overview.states[tone]}`}
    >
      <StateShape tone={tone} />
      <span className="truncate">{name}</span>
      <span className="sr-only">, {overview.states[tone]}</span>
    </Link>
  )
}

const NoPlaces = (): ReactNode => {
  const { map: texts, overview } = useTexts()
  const isManager = useHasRole('manager')
  return (
    <Panel title={overview.networks}>
      <EmptyState icon={MapPinOff} title={texts.noPlaces} help={isManager ? texts.noPlacesHelp : texts.askManager} />
    </Panel>
  )
}
