import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Panel } from '../../ui/layout/page.tsx'

type Node = AnswerOf<'installation', 'nodes'>['nodes'][number]

const refetchMs = 3000
const changed = [['installation', 'nodes']] as const

/** The services that share the database; null where there is one only, or it is not known yet. */
export const useNodes = (): readonly Node[] | null => {
  const { data } = useQuery({ ...apiQuery('installation', 'nodes', {}), refetchInterval: refetchEvery(refetchMs) })
  return data?.isShared === true ? data.nodes : null
}

/** The networks of all that are alive. */
export const linksOf = (nodes: readonly Node[]): { connected: number; wanted: number; callingIn: number } => {
  const alive = nodes.filter(({ isAlive }) => isAlive)
  const sum = (of: (node: Node) => number): number => alive.reduce((all, node) => all + of(node), 0)
  return {
    connected: sum(({ connected }) => connected),
    wanted: sum(({ networks }) => networks),
    callingIn: sum(({ callers }) => callers),
  }
}

export const NodesPanel = ({ nodes }: { nodes: readonly Node[] }): ReactNode => {
  const { installation: texts } = useTexts()
  return (
    <Panel title={texts.nodes} className="lg:col-span-2">
      <ul aria-label={texts.nodes}>
        {nodes.map((node) => (
          <NodeRow key={node.nodeId} {...node} />
        ))}
      </ul>
    </Panel>
  )
}

const NodeRow = (node: Node): ReactNode => {
  const { installation: texts } = useTexts()
  const drain = useAction('installation', 'drainNode', changed)
  const { nodeId, name, isAlive, isDraining, isSelf } = node
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-sm">
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <NodeState isAlive={isAlive} isDraining={isDraining} />
          {isSelf && <span className="font-normal text-quiet">{texts.answersYou}</span>}
        </span>
        <NodeFacts {...node} />
      </span>
      {isAlive && (
        <Button
          aria-label={`${isDraining ? texts.fillNode : texts.drainNode}: ${name}`}
          isBusy={drain.isPending}
          onClick={() => drain.mutate({ nodeId, isDraining: !isDraining })}
        >
          {isDraining ? texts.fillNode : texts.drainNode}
        </Button>
      )}
    </li>
  )
}

/** Facts reported by a lost node are outdated: only the time of its last report is valid. */
const NodeFacts = ({ isAlive, heardOn, networks, connected, callers, lagMs, work, startedOn }: Node): ReactNode => {
  const { installation: texts } = useTexts()
  const { number, moment, span } = useFormat()
  const now = useNow()
  if (!isAlive) return <span className="text-quiet">{texts.nodeHeard({ when: moment(heardOn, now) })}</span>
  return (
    <>
      <span className="text-quiet">
        {texts.nodeNetworks({ connected: number(connected), all: number(networks) })} ·{' '}
        {texts.callingIn({ count: callers })} · {texts.nodeLate({ late: span(lagMs) })}
      </span>
      <span className="text-quiet">
        {texts.running} {moment(startedOn, now)}
        {work.length > 0 && ` · ${texts.nodeWork} ${work.map(workName(texts.nodeWorks)).join(', ')}`}
      </span>
    </>
  )
}

const NodeState = ({ isAlive, isDraining }: Pick<Node, 'isAlive' | 'isDraining'>): ReactNode => {
  const { installation: texts } = useTexts()
  if (!isAlive) return <Badge tone="critical">{texts.nodeGone}</Badge>
  if (isDraining) return <Badge tone="warning">{texts.nodeDraining}</Badge>
  return <Badge tone="ok">{texts.nodeWell}</Badge>
}

/** A node of another version may do something that has no name here. */
const workName =
  (names: Readonly<Record<string, string>>) =>
  (work: string): string =>
    names[work] ?? work
