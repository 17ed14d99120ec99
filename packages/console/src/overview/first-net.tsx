import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, ChartLine, EthernetPort, FlaskConical, type LucideIcon, Network, Router } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole } from '../data/api/use-org.tsx'
import { lastOrg } from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, buttonClass } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Panel } from '../ui/layout/page.tsx'

const after = [
  ['alerts', BellRing, '/alerts'],
  ['dashboards', ChartLine, '/dashboards'],
] as const

/** Shown to an organization without networks: how to add the first one, and the next steps. */
export const FirstNet = (): ReactNode => {
  const { overview, shell } = useTexts()
  const mayAdd = useHasRole('manager')
  if (!mayAdd)
    return (
      <Panel title={overview.networks}>
        <EmptyState icon={Network} title={overview.noNets} help={overview.askManager} />
      </Panel>
    )
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-quiet">
        {overview.noNets}. {overview.firstNetHelp}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 wide:auto-cols-fr wide:grid-flow-col wide:grid-cols-none">
        <ConnectOption icon={Router} title={overview.gatewayCalls} help={overview.gatewayCallsHelp}>
          <Link to="/nets/new" className={buttonClass('primary')}>
            {shell.newNet}
          </Link>
        </ConnectOption>
        <ConnectOption icon={EthernetPort} title={overview.busbarDials} help={overview.busbarDialsHelp}>
          <Link to="/nets/new" className={buttonClass()}>
            {overview.enterAddress}
          </Link>
        </ConnectOption>
        <SimulatedPlant />
      </div>
      <Panel title={overview.afterThat}>
        <ul className="border-t border-line text-sm">
          {after.map(([step, Icon, to]) => (
            <li key={step} className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
              <Icon className="mt-px size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
              <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[9rem_1fr]">
                <Link to={to} className="font-medium underline-offset-3 hover:underline">
                  {overview.nextSteps[step].title}
                </Link>
                <span className="text-quiet">{overview.nextSteps[step].help}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** For the administrator of a service that has simulated sites, while there is no sample organization. */
const SimulatedPlant = (): ReactNode => {
  const { firstSteps: texts } = useTexts()
  const isAdmin = useQuery(apiQuery('aside', 'clock', {})).data?.mayAccept === true
  const sample = useQuery({ ...apiQuery('installation', 'sample', {}), enabled: isAdmin })
  const add = useAction(
    'installation',
    'addSample',
    [
      ['installation', 'sample'],
      ['sessions', 'userOrgs'],
    ],
    ({ orgId }) => lastOrg.set(orgId),
  )
  if (sample.data?.isAvailable !== true || sample.data.orgId !== null) return null
  return (
    <ConnectOption icon={FlaskConical} title={texts.sample} help={texts.sampleHelp}>
      <Button isChange isBusy={add.isPending} onClick={() => add.mutate({})}>
        {texts.addSample}
      </Button>
    </ConnectOption>
  )
}

interface ConnectOptionProps {
  icon: LucideIcon
  title: string
  help: string
  children: ReactNode
}

const ConnectOption = ({ icon: Icon, title, help, children }: ConnectOptionProps): ReactNode => (
  <section className="flex flex-col items-start gap-2 rounded-card border border-line bg-surface p-4">
    <span className="grid size-9 place-items-center rounded-part border border-line-strong text-quiet">
      <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
    </span>
    <h2 className="text-base font-semibold">{title}</h2>
    <p className="flex-1 text-sm text-quiet">{help}</p>
    {children}
  </section>
)
