import { useRouter } from '@tanstack/react-router'
import { BellOff, LogOut, type LucideIcon, Moon, Plus, RefreshCw, Sun } from 'lucide-react'
import { call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { serviceLanguage, theme, useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { errorText, reasonText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { askAndSignOut } from '../sign-out.ts'
import type { SearchTarget } from './find.rules.ts'

export interface Command {
  key: string
  icon: LucideIcon
  name: string
  where: string
  path: readonly string[]
  words: string
  run: () => void
}

const muteMs = 3_600_000
/** As many as the service reads at once. */
const readMax = 1000

/** Returns the commands: general ones, and those for the first result. */
export const useCommands = (target: SearchTarget | undefined): Command[] => {
  const { alerts, palette, shell } = useTexts()
  const { history } = useRouter()
  const isManager = useHasRole('manager')
  const mute = useMute()
  const read = useRead()
  const command = (key: string, icon: LucideIcon, name: string, run: () => void, words = name): Command => ({
    key,
    icon,
    name,
    where: '',
    path: [name],
    words: words.toLowerCase(),
    run,
  })
  const ofTarget: Command[] = []
  if (target !== undefined) {
    const words = (text: string): string => `${text} ${target.words}`
    if (isManager && target.kind !== 'param') {
      const text = palette.mute({ name: target.name })
      ofTarget.push(command('mute', BellOff, text, () => mute(target), words(text)))
    }
    if (target.paramIds.length > 0) {
      const text = palette.readNow({ name: target.name })
      ofTarget.push(command('read', RefreshCw, text, () => void read(target), words(text)))
    }
  }
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark' || isSystemDark()
  return [
    ...ofTarget,
    ...(isManager ? [command('alert', Plus, alerts.newAlert, () => history.push('/alerts/new'))] : []),
    isDark
      ? command('light', Sun, palette.toLight, () => theme.set('light'))
      : command('dark', Moon, palette.toDark, () => theme.set('dark')),
    command('out', LogOut, shell.signOut, () => void askAndSignOut()),
  ]
}

const isSystemDark = (): boolean => theme.get() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches

/** No messages about alerts of a network or a device, for an hour. */
const useMute = (): ((target: SearchTarget) => void) => {
  const { palette } = useTexts()
  const { orgId } = useOrg()
  const mute = useAction('alertsBulk', 'mute', [['alerts']], ({ outcomes }) =>
    toast(palette.muted({ count: outcomes.filter(({ outcome }) => outcome === 'muted').length })),
  )
  return ({ kind, id }) => {
    const till = new Date(serverNow() + muteMs)
    const which = kind === 'net' ? { netId: id } : { deviceId: id }
    mute.mutate({ orgId, till, ...which })
  }
}

/** Reads all values of a device, or one, and shows the outcome. */
const useRead = (): ((target: SearchTarget) => Promise<void>) => {
  const texts = useTexts()
  const { palette } = texts
  const lang = serviceLanguage(useLanguage())
  return async ({ kind, name, paramIds }) => {
    try {
      const requestedIds = paramIds.slice(0, readMax)
      const answers = Object.values(await call('realtime', 'read', { paramIds: requestedIds, lang }))
      const [first] = answers
      if (kind !== 'param' || first === undefined) {
        const good = answers.filter((answer) => !('err' in answer)).length
        toast(palette.readSome({ name, read: good, all: requestedIds.length }), good === 0 ? 'critical' : 'ok')
      } else if ('err' in first) toast(palette.read({ name, value: reasonText(texts, first.err) }), 'critical')
      else toast(palette.read({ name, value: first.formattedValue }))
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    }
  }
}
