import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  BellRing,
  ChartLine,
  ChartSpline,
  FileChartColumn,
  LayoutDashboard,
  Library,
  type LucideIcon,
  Network,
  Plus,
  Server,
  Settings,
  Share2,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { subjectOf } from './page-subject.rules.ts'

export interface MenuEntry {
  to:
    | '/overview'
    | '/nets'
    | '/alerts'
    | '/dashboards'
    | '/energy'
    | '/pictures'
    | '/reports'
    | '/explore'
    | '/library'
    | '/alerts/contacts'
    | '/share-links'
    | '/nets/new'
    | '/installation'
    | '/settings'
  text: string
  icon: LucideIcon
}

/** Returns a predicate for pages below an entry: a device belongs to networks. */
export const useIsBelow = (): ((to: MenuEntry['to']) => boolean) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const subject = subjectOf(path)
  const isOfNet = subject !== null && subject.id > 0 && ['net', 'device', 'param'].includes(subject.kind)
  return (to) => to === '/nets' && isOfNet
}

interface MenuEntries {
  main: readonly MenuEntry[]
  further: readonly MenuEntry[]
  /** A part of another page, which is found by its name alone. */
  inside: readonly MenuEntry[]
}

/** Menu entries for all users, and those for the user's permissions. */
export const useEntries = (): MenuEntries => {
  const { shell, sharing, charts, installation, settingsNav } = useTexts()
  const mayAdd = useHasRole('manager')
  const maySeeContacts = useHasRole('operator')
  // A user who may accept the clock administers the installation; the banner requests this anyway.
  const isAdmin = useQuery(apiQuery('aside', 'clock', {})).data?.mayAccept === true
  const main: MenuEntry[] = [
    { to: '/overview', text: shell.overview, icon: LayoutDashboard },
    { to: '/nets', text: shell.networks, icon: Network },
    { to: '/alerts', text: shell.alerts, icon: BellRing },
    { to: '/dashboards', text: shell.dashboards, icon: ChartLine },
    { to: '/explore', text: charts.explore, icon: ChartSpline },
    { to: '/energy', text: shell.energy, icon: Zap },
    { to: '/pictures', text: shell.pictures, icon: Workflow },
    { to: '/reports', text: shell.reports, icon: FileChartColumn },
  ]
  const further: MenuEntry[] = [
    { to: '/library', text: shell.library, icon: Library },
    ...(mayAdd ? [{ to: '/share-links', text: sharing.pageTitle, icon: Share2 } as const] : []),
    ...(mayAdd ? [{ to: '/nets/new', text: shell.newNet, icon: Plus } as const] : []),
    ...(isAdmin ? [{ to: '/installation', text: installation.title, icon: Server } as const] : []),
    { to: '/settings', text: settingsNav.title, icon: Settings },
  ]
  const inside: MenuEntry[] = maySeeContacts ? [{ to: '/alerts/contacts', text: shell.contacts, icon: Users }] : []
  return { main, further, inside }
}
