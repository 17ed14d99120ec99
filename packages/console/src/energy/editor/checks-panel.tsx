import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useAmount } from '../figures/use-amount.ts'
import type { Tree } from '../figures.ts'
import { branchById, type DialogTarget } from './edit.rules.ts'

type Finding = AnswerOf<'trees', 'checks'>[number]

interface ChecksPanelProps {
  tree: Tree
  onChoose: (chosen: DialogTarget) => void
}

/** What may be wrong with a tree; each leads to its branch. */
export const ChecksPanel = ({ tree, onChoose }: ChecksPanelProps): ReactNode => {
  const { energyPlans: texts } = useTexts()
  const checks = useQuery(apiQuery('trees', 'checks', { treeId: tree.id }))
  const { amount } = useAmount()
  const textOf = ({ kind, sensorIds, amount: over }: Finding): string => {
    if (kind === 'over') return texts.findings.over({ amount: amount(over ?? null) })
    return kind === 'noData' ? texts.findings.noData({ count: sensorIds.length }) : texts.findings[kind]
  }
  return (
    <Panel title={texts.checks}>
      <Loaded query={checks}>
        {(found) =>
          found.length === 0 ? (
            <p className="flex items-start gap-2 px-4 pb-4 text-sm text-quiet">
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />
              {texts.allGood}
            </p>
          ) : (
            <ul className="flex flex-col gap-2 px-4 pb-4">
              {found.map((one) => (
                <li key={`${one.kind} ${one.branchId}`} className="flex items-start gap-2 text-sm">
                  <TriangleAlert
                    className="mt-0.5 size-4 shrink-0 text-warning"
                    strokeWidth={1.75}
                    aria-hidden="true"
                  />
                  <span>
                    <button
                      type="button"
                      className="font-medium text-accent underline-offset-3 hover:underline"
                      onClick={() => onChoose({ kind: 'branch', id: one.branchId })}
                    >
                      {branchById(tree, one.branchId)?.name}
                    </button>
                    {`: ${textOf(one)}`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
