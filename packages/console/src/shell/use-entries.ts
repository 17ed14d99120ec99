import { useLocation } from '@tanstack/react-router'
import {
  BellRing,
  ChartLine,
  FileChartColumn,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Plus,
  Settings,
  Share2,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import { useMay } from '../api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { placeOf } from './place.rules.ts'

export interface Entry {
  to:
    | '/overview'
    | '/nets'
    | '/alerts'
    | '/dashboards'
    | '/energy'
    | '/pictures'
    | '/reports'
    | '/contacts'
    | '/share-links'
    | '/nets/new'
    | '/settings'
  text: string
  icon: LucideIcon
}

/** Whether a page belongs below an entry: a device and its values are of a network. */
export const useIsBelow = (): ((to: Entry['to']) => boolean) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const place = placeOf(path)
  const isOfNet = place !== null && place.id > 0 && ['net', 'device', 'param'].includes(place.kind)
  return (to) => (to === '/nets' && isOfNet) || (to === '/dashboards' && path === '/explore')
}

/** Where one can go from everywhere: what everybody needs, and what this user may besides. */
export const useEntries = (): { main: readonly Entry[]; further: readonly Entry[] } => {
  const { shell, sharing, settingsNav } = useTexts()
  const mayAdd = useMay('manager')
  const maySeeContacts = useMay('operator')
  const main: Entry[] = [
    { to: '/overview', text: shell.overview, icon: LayoutDashboard },
    { to: '/nets', text: shell.networks, icon: Network },
    { to: '/alerts', text: shell.alerts, icon: BellRing },
    { to: '/dashboards', text: shell.dashboards, icon: ChartLine },
    { to: '/energy', text: shell.energy, icon: Zap },
    { to: '/pictures', text: shell.pictures, icon: Workflow },
    { to: '/reports', text: shell.reports, icon: FileChartColumn },
  ]
  const further: Entry[] = [
    ...(maySeeContacts ? [{ to: '/contacts', text: shell.contacts, icon: Users } as const] : []),
    ...(mayAdd ? [{ to: '/share-links', text: sharing.pageTitle, icon: Share2 } as const] : []),
    ...(mayAdd ? [{ to: '/nets/new', text: shell.newNet, icon: Plus } as const] : []),
    { to: '/settings', text: settingsNav.title, icon: Settings },
  ]
  return { main, further }
}
