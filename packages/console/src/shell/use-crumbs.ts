import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { apiQuery } from '../api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { subjectOf } from './page-subject.rules.ts'

/** Something above the page that is shown. */
export interface Crumb {
  href: string
  name: string
  /** A list of the console, and no object of the user's. */
  isList?: boolean
}

/** The way from the console's lists down to the page. The pages ask the same questions, so it costs nothing. */
export const useCrumbs = (): readonly Crumb[] => {
  const { shell, settingsNav } = useTexts()
  const pathname = useLocation({ select: (location) => location.pathname })
  const subject = subjectOf(pathname)
  const { kind, id } = subject ?? { kind: null, id: 0 }
  const params = useQuery({ ...apiQuery('params', 'info', { paramIds: [id] }), enabled: kind === 'param' })
  const device = useQuery({ ...apiQuery('devices', 'get', { deviceId: id }), enabled: kind === 'device' })
  const netId = device.data?.netId ?? 0
  const net = useQuery({ ...apiQuery('nets', 'get', { netId }), enabled: kind === 'device' && netId > 0 })
  const editedId = /^\/energy\/([^/]+)\/(?:edit|tariff|budgets)$/.exec(pathname)?.[1]
  const tree = useQuery({ ...apiQuery('trees', 'get', { treeId: editedId ?? '' }), enabled: editedId !== undefined })
  const reportId = /^\/reports\/([^/]+)\/(?:edit|print)$/.exec(pathname)?.[1]
  const report = useQuery({
    ...apiQuery('reports', 'get', { reportId: reportId ?? '' }),
    enabled: reportId !== undefined,
  })
  const nets: Crumb = { href: '/nets', name: shell.networks, isList: true }
  if (kind === 'alert') return [{ href: '/alerts', name: shell.alerts, isList: true }]
  if (kind === 'dashboard') return [{ href: '/dashboards', name: shell.dashboards, isList: true }]
  if (pathname.startsWith('/energy/')) {
    const trees: Crumb = { href: '/energy', name: shell.energy, isList: true }
    return tree.data === undefined ? [trees] : [trees, { href: `/energy/${editedId}`, name: tree.data.name }]
  }
  if (pathname.startsWith('/settings/')) return [{ href: '/settings', name: settingsNav.title, isList: true }]
  if (pathname.startsWith('/reports/')) {
    const list: Crumb = { href: '/reports', name: shell.reports, isList: true }
    return report.data === undefined ? [list] : [list, { href: `/reports/${reportId}`, name: report.data.name }]
  }
  if (kind === 'picture') return [{ href: '/pictures', name: shell.pictures, isList: true }]
  if (kind === 'template') return [{ href: '/library', name: shell.library, isList: true }]
  if (kind === 'net') return [nets]
  if (kind === 'device')
    return net.data === undefined ? [nets] : [nets, { href: `/nets/${netId}`, name: net.data.name }]
  if (kind !== 'param') return []
  const info = params.data?.[0]
  if (info === undefined) return [nets]
  return [
    nets,
    { href: `/nets/${info.networkId}`, name: info.networkName },
    { href: `/devices/${info.deviceId}`, name: info.deviceName },
  ]
}
