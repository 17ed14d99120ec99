import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'
import { ShortName } from '../ui/layout/short-name.tsx'
import { Logo } from './logo.tsx'
import { subjectOf } from './page-subject.rules.ts'

/** Something above the page that is shown. */
interface Crumb {
  href: string
  name: string
  /** A list of the console, and no object of the user's. */
  isList?: boolean
}

/** The way from the console's lists down to the page. The pages ask the same questions, so it costs nothing. */
const useCrumbs = (): readonly Crumb[] => {
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

/** Path to the page, and title of the browser tab. A phone shows the back link. */
export const Breadcrumb = (): ReactNode => {
  const { common, shell } = useTexts()
  const { orgName } = useOrg()
  const crumbs = useCrumbs()
  const title = usePageTitle()
  const above = crumbs.filter(({ isList }) => isList !== true).map(({ name }) => name)
  const parent = crumbs.at(-1)
  return (
    <>
      <title>{[title, ...above.toReversed(), common.appName].filter((part) => part !== '').join(' · ')}</title>
      <nav aria-label={shell.breadcrumb} className="min-w-0 flex-1 text-sm max-md:hidden">
        <ol className="flex min-w-0 items-center gap-1.5">
          {crumbs.map(({ href, name }) => (
            <Fragment key={href}>
              <li className="min-w-0">
                <Link to={href} className="block text-quiet underline-offset-3 hover:text-ink hover:underline">
                  <ShortName name={name} />
                </Link>
              </li>
              <li aria-hidden="true">
                <ChevronRight className="size-3 shrink-0 text-faint" strokeWidth={1.75} />
              </li>
            </Fragment>
          ))}
          <li className="min-w-0 font-medium" aria-current="page">
            <ShortName name={title} />
          </li>
        </ol>
      </nav>
      <div className="flex min-w-0 flex-1 items-center gap-2.5 md:hidden">
        {parent === undefined ? (
          <>
            <Logo />
            <span className="min-w-0 font-semibold">
              <ShortName name={orgName} />
            </span>
          </>
        ) : (
          <Link
            to={parent.href}
            aria-label={shell.back({ to: parent.name })}
            className="-ml-2 flex min-h-10 min-w-0 items-center gap-1 pr-2 font-medium text-quiet"
          >
            <ChevronLeft className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <ShortName name={parent.name} />
          </Link>
        )}
      </div>
    </>
  )
}
