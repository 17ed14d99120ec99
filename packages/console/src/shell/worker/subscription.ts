import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { language } from '../../data/state/preferences.ts'
import { session } from '../../data/state/session.ts'
import { stored } from '../../data/state/stored.ts'

export type PushDevice = AnswerOf<'push', 'list'>['devices'][number]
export type PushLevel = PushDevice['level']

type OwnDevices = Readonly<Record<string, { id: number; level: PushLevel; user: string }>>

const isOwn = (found: unknown): found is OwnDevices => typeof found === 'object' && found !== null

/** Push devices of this browser by organization id. */
export const ownDevices = stored<OwnDevices>('push', (found) => (isOwn(found) ? found : {}))

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Asks the browser, and the user where they were not asked before; then tells the service. */
export const subscribeDevice = async (
  orgId: number,
  publicKey: string,
  level: PushLevel,
): Promise<'told' | 'blocked'> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  // A subscription with another key receives nothing from this installation.
  if (old !== null && keyText(old.options.applicationServerKey) !== publicKey) await old.unsubscribe()
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
  await subscribe(orgId, found, level)
  return 'told'
}

const subscribe = async (orgId: number, found: PushSubscription, level: PushLevel): Promise<void> => {
  const { id } = await call('push', 'subscribe', {
    orgId,
    endpoint: found.endpoint,
    p256dh: keyText(found.getKey('p256dh')),
    auth: keyText(found.getKey('auth')),
    name: deviceName(navigator.userAgent),
    language: language.get(),
    level,
  })
  ownDevices.set({ ...ownDevices.get(), [orgId]: { id, level, user: session.get()?.email ?? '' } })
}

const keyText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const keyBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/**
 * Renews the subscription for a new session of the same user, with which it ends. Subscriptions of another user are
 * removed.
 */
const renewPush = async (user: string): Promise<void> => {
  const own = Object.entries(ownDevices.get())
  if (own.some(([, device]) => device.user !== user)) return forgetPush()
  if (own.length === 0 || !canPush() || Notification.permission !== 'granted') return
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  if (found === null) return ownDevices.set({})
  for (const [orgId, { level }] of own) {
    try {
      await subscribe(Number(orgId), found, level)
    } catch {
      // Out of reach, or not a member any more: the service knows.
    }
  }
}

export const unsubscribeDevice = async (orgId: number, id: number): Promise<void> => {
  await call('push', 'unsubscribe', { orgId, pushId: id })
  const { [orgId]: own, ...others } = ownDevices.get()
  if (own?.id === id) ownDevices.set(others)
}

/** Removes the subscription after sign-out or for another user, who must not see these messages. */
const forgetPush = async (): Promise<void> => {
  ownDevices.set({})
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  const found = await registration?.pushManager.getSubscription()
  await found?.unsubscribe()
}

/** Keeps push subscriptions in line with the session. */
export const followSession = (): void => {
  let { email: user, token } = session.get() ?? {}
  session.subscribe(() => {
    const now = session.get()
    if (user !== undefined && now?.email !== user) void forgetPush().catch(() => {})
    else if (now !== null && now.token !== token) void renewPush(now.email).catch(() => {})
    user = now?.email
    token = now?.token
  })
}

/** The first that an agent names: others claim to be Chrome and Safari as well. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Returns a name by which the user recognizes this device: `Firefox, Linux`. */
export const deviceName = (agent: string): string => {
  const names = [browsers, systems].map((known) => known.find(([, form]) => form.test(agent))?.[0])
  return names.filter((name) => name !== undefined).join(', ') || '?'
}
