import type { Texts } from '../../texts/messages.ts'
import { type ConfirmOutcome, confirmOutcome, type PushMessage, parsePush } from './pushed.rules.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The worker shows notifications in any language; it contains only their texts. */
const catalogues = import.meta.glob<Texts['notification']>('../../../messages/*.json', {
  import: 'notification',
  eager: true,
})

const textsIn = (language: PushMessage['language']): Texts['notification'] => {
  const texts = catalogues[`../../../messages/${language}.json`]
  if (texts === undefined) throw new Error(`the catalogue of ${language} is missing`)
  return texts
}

/** Browsers know more of notifications than the types do. */
interface FullNotificationOptions extends NotificationOptions {
  actions?: readonly { action: string; title: string }[]
  renotify?: boolean
  timestamp?: number
}

/** Shows what is pushed, confirms from there, and opens the alert; whether a page of the console is open or not. */
export const showPushes = (scope: WorkerScope): void => {
  scope.addEventListener('push', (event) => {
    const pushed = parsePush(event.data?.text() ?? '')
    // A browser takes the right away from who shows nothing.
    event.waitUntil(pushed === null ? scope.registration.showNotification('Busbar') : show(scope, pushed))
  })
  scope.addEventListener('notificationclick', (event) => {
    const pushed = event.notification.data as PushMessage | undefined
    event.notification.close()
    if (event.action === 'confirm' && pushed?.confirm) event.waitUntil(confirm(scope, pushed, pushed.confirm))
    else event.waitUntil(open(scope, pushed?.path ?? '/alerts'))
  })
}

const show = (scope: WorkerScope, pushed: PushMessage, came?: ConfirmOutcome): Promise<void> => {
  const { stage, level, name, place, topic, language, confirm: confirmPath, on } = pushed
  const words = textsIn(language)
  const isOpen = stage === 'active' || stage === 'not-confirmed'
  const mayConfirm = confirmPath !== null && (came === undefined || came === 'failed')
  const options: FullNotificationOptions = {
    body: [came === undefined ? '' : words.came[came], place].filter((line) => line !== '').join('\n'),
    tag: topic,
    // A replacement of an active alert makes no sound.
    renotify: isOpen && came === undefined,
    silent: !isOpen || came !== undefined,
    requireInteraction: isOpen && (level === 'critical' || came === 'failed'),
    icon: '/icon-192.png',
    lang: language,
    timestamp: on,
    data: pushed,
    actions: mayConfirm ? [{ action: 'confirm', title: came === 'failed' ? words.again : words.confirm }] : [],
  }
  const head = stage === 'active' ? words.levels[level] : words.stages[stage]
  return scope.registration.showNotification(`${head}: ${name}`, options)
}

const confirm = async (scope: WorkerScope, pushed: PushMessage, path: string): Promise<void> => {
  let came: ConfirmOutcome = 'failed'
  try {
    const answer = await fetch(path, { method: 'POST', headers: { accept: 'application/json' } })
    came = confirmOutcome(answer.status, await answer.json())
  } catch {
    // No connection: the button stays.
  }
  await show(scope, pushed, came)
}

const open = async ({ clients }: WorkerScope, path: string): Promise<void> => {
  const [first] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (first === undefined) return void (await clients.openWindow(path))
  await first.focus()
  // The page goes there itself: something may be unsaved.
  first.postMessage({ open: path }, [])
}
