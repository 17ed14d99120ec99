import { MapPin } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { MapPlan } from '../map/map-plan.tsx'
import { type Coordinates, type MapView, viewOfAll } from '../map/projection.rules.ts'
import { coordinateTexts, isDegrees, parseCoordinates } from './coordinates.rules.ts'

const size = { widthPx: 600, heightPx: 280 }

/** Where a network stands: typed, or pressed on the map. */
export const LocationPanel = ({ net }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { common, map, net: texts } = useTexts()
  const stored = coordinateTexts(net)
  const [latitude, setLatitude] = useState(stored.latitude)
  const [longitude, setLongitude] = useState(stored.longitude)
  const coordinates = parseCoordinates(latitude, longitude)
  const [view, setView] = useState<MapView>(() =>
    viewOfAll(coordinates === null || coordinates === 'none' ? [] : [coordinates], size),
  )
  const isChanged = latitude !== stored.latitude || longitude !== stored.longitude
  useUnsaved(isChanged)
  const change = useAction('nets', 'change', [['nets']], () => toast(texts.saved))
  const put = (to: Coordinates): void => {
    const next = coordinateTexts(to)
    setLatitude(next.latitude)
    setLongitude(next.longitude)
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (coordinates === null) return
    const newLocation = coordinates === 'none' ? { latitude: null, longitude: null } : coordinates
    change.mutate({ netId: net.id, ...newLocation })
  }
  const error = (text: string, max: number): string | undefined =>
    text === '' || isDegrees(text, max) ? undefined : map.wrongDegrees({ max })
  return (
    <Panel title={map.place}>
      <form onSubmit={save} className="flex max-w-3xl flex-col gap-4 p-4 pt-1">
        <p className="max-w-prose text-sm text-quiet">{map.placeHelp}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={map.latitude}
            hint={map.latitudeHint}
            error={error(latitude, 90)}
            value={latitude}
            onChange={setLatitude}
          />
          <NumberField
            label={map.longitude}
            hint={map.longitudeHint}
            error={error(longitude, 180)}
            value={longitude}
            onChange={setLongitude}
          />
        </div>
        <MapPlan label={map.choose} view={view} onView={setView} onPlace={put} className="h-70">
          {(screen) =>
            coordinates !== null && coordinates !== 'none' && <Pin at={screen(coordinates)} label={net.name} />
          }
        </MapPlan>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant="primary"
            disabled={coordinates === null || !isChanged}
            isBusy={change.isPending}
          >
            {common.save}
          </Button>
          {coordinates !== 'none' && (
            <Button
              onClick={() => {
                setLatitude('')
                setLongitude('')
              }}
            >
              {map.takeAway}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

const Pin = ({ at, label }: { at: { x: number; y: number }; label: string }): ReactNode => (
  <span
    className="pointer-events-none absolute -translate-x-1/2 -translate-y-full text-accent"
    style={{ left: at.x, top: at.y }}
    role="img"
    aria-label={label}
  >
    <MapPin className="size-7 fill-surface" strokeWidth={1.75} aria-hidden="true" />
  </span>
)
