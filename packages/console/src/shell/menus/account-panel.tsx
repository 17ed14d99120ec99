import { useStore } from '@busbar/ui/store'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, LogOut, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery, call, keyOf } from '../../data/api/api-query.ts'
import { useOrgIfAny } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { PreferenceChoices } from '../../ui/forms/preference-choices.tsx'
import { askAndSignOut } from '../sign-out.ts'
import {
  canPush,
  ownDevices,
  type PushDevice,
  type PushLevel,
  subscribeDevice,
  unsubscribeDevice,
} from '../worker/subscription.ts'

/** How the console looks, where else the user is signed in, and the way out. */
export const AccountPanel = (): ReactNode => {
  const zone = useOwnZone()
  const { common, shell } = useTexts()
  const org = useOrgIfAny()
  const maySee = org !== null && org.userRole !== 'demo'
  return (
    <>
      <PreferenceChoices />
      <p className="text-xs text-faint">{common.timesIn({ zone })}</p>
      {maySee && <PushSection orgId={org.orgId} />}
      <OtherSessions />
      <Button icon={LogOut} onClick={() => void askAndSignOut()}>
        {shell.signOut}
      </Button>
    </>
  )
}

const shownMax = 5

/** Other sessions of the user, which can be ended. */
const OtherSessions = (): ReactNode => {
  const { shell } = useTexts()
  const format = useFormat()
  const cache = useQueryClient()
  const sessions = useQuery(apiQuery('sessions', 'sessions', {}))
  const end = useMutation({
    mutationFn: () => call('sessions', 'endOtherSessions', {}),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('sessions', 'sessions') }),
  })
  if (sessions.data === undefined) return null
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent)
  if (others.length === 0) return <p className="text-sm text-quiet">{shell.noOtherSessions}</p>
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h2 className="text-sm font-semibold">{`${shell.otherSessions}: ${others.length}`}</h2>
      <ul className="text-quiet">
        {others.slice(0, shownMax).map(({ openedOn, from, agent }) => (
          <li key={`${openedOn} ${from} ${agent}`} title={agent}>
            {`${from} · ${format.time(openedOn)}`}
          </li>
        ))}
      </ul>
      <Button onClick={() => end.mutate()} disabled={end.isPending}>
        {shell.endOthers}
      </Button>
    </section>
  )
}

const levels: readonly PushLevel[] = ['info', 'warning', 'failure', 'critical']

/** Push notifications of this device, and other devices of the user. */
const PushSection = ({ orgId }: { orgId: number }): ReactNode => {
  const texts = useTexts()
  const { push, alerts } = texts
  const cache = useQueryClient()
  const found = useQuery(apiQuery('push', 'list', { orgId }))
  const own = useStore(ownDevices)[orgId]
  const [level, setLevel] = useState<PushLevel>(own?.level ?? 'failure')
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: keyOf('push', 'list') })
  const fail = (error: Error): void => toast(errorText(texts, error), 'critical')
  const subscribe = useMutation({
    mutationFn: (wanted: PushLevel) => subscribeDevice(orgId, found.data?.publicKey ?? '', wanted),
    onSuccess: (came) => (came === 'blocked' ? toast(push.blocked, 'critical') : again()),
    onError: () => toast(push.notSubscribed, 'critical'),
  })
  const stop = useMutation({
    mutationFn: (id: number) => unsubscribeDevice(orgId, id),
    onSettled: again,
    onError: fail,
  })
  const test = useMutation({
    mutationFn: (id: number) => call('push', 'test', { orgId, pushId: id }),
    onSuccess: (came) => ('ok' in came ? toast(push.tested) : toast(push.notTested({ why: came.err }), 'critical')),
    onError: fail,
  })
  if (found.data === undefined || found.data.publicKey === undefined) return null
  const { devices } = found.data
  const isSubscribed = devices.some(({ id }) => id === own?.id)
  const change = (wanted: PushLevel): void => {
    setLevel(wanted)
    if (isSubscribed) subscribe.mutate(wanted)
  }
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h2 className="text-sm font-semibold">{push.title}</h2>
      {canPush() ? (
        <>
          <Choice
            label={push.from}
            value={level}
            options={levels.map((one) => [one, alerts.levels[one]] as const)}
            onChange={change}
          />
          {own !== undefined && isSubscribed ? (
            <div className="flex flex-wrap gap-2">
              <Button icon={Send} onClick={() => test.mutate(own.id)} isBusy={test.isPending}>
                {push.test}
              </Button>
              <Button icon={BellOff} onClick={() => stop.mutate(own.id)} isBusy={stop.isPending}>
                {push.stop}
              </Button>
            </div>
          ) : (
            <Button icon={BellRing} onClick={() => subscribe.mutate(level)} isBusy={subscribe.isPending}>
              {push.tell}
            </Button>
          )}
        </>
      ) : (
        <p className="text-quiet">{push.cannot}</p>
      )}
      <Devices devices={devices.filter(({ id }) => id !== own?.id)} onRemove={(id) => stop.mutate(id)} />
    </section>
  )
}

const Devices = ({
  devices,
  onRemove,
}: {
  devices: readonly PushDevice[]
  onRemove: (id: number) => void
}): ReactNode => {
  const { push } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  if (devices.length === 0) return null
  return (
    <>
      <h3 className="mt-1 text-xs font-medium text-quiet">{push.others}</h3>
      <ul aria-label={push.others} className="flex flex-col gap-1.5">
        {devices.map(({ id, name, createdOn, lastSentOn }) => (
          <li key={id} className="flex items-start justify-between gap-2">
            <span className="min-w-0">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-xs text-faint" title={exact(createdOn)}>
                {push.since({ time: moment(createdOn, now) })}
              </span>
              {lastSentOn !== undefined && (
                <span className="block text-xs text-faint">{push.last({ time: moment(lastSentOn, now) })}</span>
              )}
            </span>
            <Button variant="quiet" icon={BellOff} aria-label={push.remove({ name })} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
    </>
  )
}
