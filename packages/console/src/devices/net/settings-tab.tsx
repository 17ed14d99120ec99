import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, call, keyOf } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { CardPanel } from '../card-panel.tsx'
import { MapPlan } from '../map/map-plan.tsx'
import { type Coordinates, type MapView, viewOfAll } from '../map/projection.rules.ts'
import { coordinateTexts, countsOf, isDegrees, parseCoordinates } from './net.rules.ts'
import { NetSettings } from './net-settings.tsx'

/** Which value stands for the network on the overview. It applies at once. */
const KeyParamPanel = ({ net }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { id: netId, keyParamId } = net
  const { net: texts } = useTexts()
  const { orgId } = useOrg()
  const language = useLanguage()
  const devices = useQuery(apiQuery('nets', 'devices', { netId })).data ?? []
  const key = useQuery(apiQuery('overview', 'keyParams', { orgId })).data?.find((one) => one.netId === netId)
  const change = useAction('nets', 'change', [['nets'], ['overview']], () => toast(texts.saved))
  const choose = (paramId: number | null): void => change.mutate({ netId, keyParamId: paramId })
  const ofNet = new Set(devices.map(({ id }) => id))
  return (
    <Panel title={texts.keyParam}>
      <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
        <p className="max-w-prose text-sm text-quiet">{texts.keyParamHelp}</p>
        {keyParamId === undefined && key !== undefined && (
          <p className="text-sm">
            {texts.keyParamNow({ name: `${key.deviceName}: ${paramText(key.name, language)}` })}
          </p>
        )}
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-64 flex-1">
            <ParamSearch
              label={texts.keyParamChoose}
              paramId={keyParamId ?? null}
              isOffered={({ deviceId, isTracked }) => isTracked && ofNet.has(deviceId)}
              onChoose={({ id }) => choose(id)}
            />
          </div>
          {keyParamId !== undefined && (
            <Button isChange isBusy={change.isPending} onClick={() => choose(null)}>
              {texts.keyParamAuto}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Settings of a network, with deletion at the end. */
export const SettingsTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { net: texts } = useTexts()
  const isManager = useHasRole('manager')
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={net}>
      {(found) => (
        <>
          <Panel title={texts.settings}>
            <NetSettings key={netId} net={found} />
          </Panel>
          <KeyParamPanel key={`key ${netId}`} net={found} />
          <LocationPanel key={`place ${netId}`} net={found} />
          <CardPanel key={`card ${netId}`} of={{ netId }} name={found.name} />
          {found.mac === undefined && <SharesPanel netId={netId} />}
          <ObjectHistory kind="net" id={netId} />
          <DeleteNet net={found} />
        </>
      )}
    </Loaded>
  )
}

/** The end of a network, with all behind it. */
const DeleteNet = ({ net: { id: netId, name } }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { net } = useTexts()
  const remove = useDelete({
    act: () => call('nets', 'delete', { netId }),
    to: { to: '/overview' },
    done: net.deleted({ name }),
  })
  return (
    <Panel title={net.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{net.deleteHelp}</p>
        <DeleteButton
          act={net.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <NetLosses netId={netId} />
        </DeleteButton>
      </div>
    </Panel>
  )
}

const NetLosses = ({ netId }: { netId: number }): ReactNode => {
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const counts = tree.data === undefined ? undefined : countsOf(tree.data, netId)
  return <Losses devices={counts?.devices} params={counts?.params} />
}

/** Organizations that may also use the address of a network; owners decide. */
const SharesPanel = ({ netId }: { netId: number }): ReactNode => {
  const { net: texts } = useTexts()
  const format = useFormat()
  const isOwner = useHasRole('owner')
  const shares = useQuery(apiQuery('shares', 'list', { netId }))
  const change = useAction('shares', 'change', [keyOf('shares', 'list')])
  return (
    <Panel title={texts.shares}>
      <div className="flex max-w-3xl flex-col gap-3 p-4">
        <p className="max-w-prose text-quiet">{texts.sharesHelp}</p>
        <Loaded query={shares}>
          {(found) => (
            <ul className="flex flex-col gap-2">
              {found.map(({ orgId, since, by }) => (
                <li key={orgId} className="flex flex-wrap items-center justify-between gap-2">
                  <span>
                    {texts.sharedWith({ orgId })}{' '}
                    <span className="text-quiet">{texts.sharedSince({ when: format.time(since), by })}</span>
                  </span>
                  {isOwner && (
                    <ConfirmButton
                      act={texts.unshare}
                      question={texts.unshareQuestion({ orgId })}
                      isBusy={change.isPending}
                      onConfirm={() => change.mutate({ netId, orgId, isShared: false })}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {isOwner && <ShareForm onShare={(orgId) => change.mutateAsync({ netId, orgId, isShared: true })} />}
      </div>
    </Panel>
  )
}

const ShareForm = ({ onShare }: { onShare: (orgId: number) => Promise<unknown> }): ReactNode => {
  const { net: texts } = useTexts()
  const { orgId } = useOrg()
  const [text, setText] = useState('')
  const isNumber = /^[1-9]\d{0,14}$/.test(text)
  const share = async (): Promise<void> => {
    // An error is shown in a toast; what was typed stays.
    await onShare(Number(text)).then(
      () => setText(''),
      () => {},
    )
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNumber) void share()
      }}
    >
      <NumberField label={texts.shareOrg} isWhole value={text} onChange={setText} />
      <Button type="submit" disabled={!isNumber}>
        {texts.share}
      </Button>
      <span className="pb-2 text-sm text-quiet">{texts.shareOrgHint({ orgId })}</span>
    </form>
  )
}

const size = { widthPx: 600, heightPx: 280 }

/** Location of a network, entered or chosen on the map. */
const LocationPanel = ({ net }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
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
