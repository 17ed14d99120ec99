import { useStore } from '@busbar/ui/store'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { refetchEvery } from '../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { stored } from '../data/state/stored.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Panel } from '../ui/layout/page.tsx'

type Steps = AnswerOf<'overview', 'firstSteps'>

/** In the order in which they are taken. */
const steps = [
  ['hasNet', '/nets/new'],
  ['hasReading', '/nets/devices'],
  ['hasContact', '/alerts/contacts'],
  ['hasAlert', '/alerts/new'],
  ['hasMessage', '/alerts/all'],
] as const satisfies readonly (readonly [keyof Steps, string])[]

/** Organizations for which it is hidden: all is done, or it was closed. */
const hidden = stored<readonly number[]>('first-steps', (found) =>
  Array.isArray(found) ? found.filter((one) => typeof one === 'number') : [],
)
const hiddenMax = 200
const refetchMs = 10_000

/** Remaining steps until the first alert is delivered; hidden afterwards. */
export const FirstSteps = (): ReactNode => {
  const { firstSteps: texts } = useTexts()
  const { orgId } = useOrg()
  const mayAdd = useHasRole('manager')
  const hiddenIds = useStore(hidden)
  const isOff = !mayAdd || hiddenIds.includes(orgId)
  const { data } = useQuery({
    ...apiQuery('overview', 'firstSteps', { orgId }),
    enabled: !isOff,
    refetchInterval: refetchEvery(refetchMs),
  })
  const left = data === undefined ? -1 : steps.filter(([step]) => !data[step]).length
  const hide = (): void => hidden.set([orgId, ...hiddenIds].slice(0, hiddenMax))
  useEffect(() => {
    // An organization that had everything from the start never sees the list.
    if (left === 0 && !isOff) hide()
  })
  if (isOff || data === undefined || left <= 0) return null
  return (
    <Panel
      title={texts.title}
      aside={
        <Button variant="quiet" onClick={hide}>
          {texts.hide}
        </Button>
      }
    >
      <ol className="border-t border-line text-sm" aria-label={texts.title}>
        {steps.map(([step, to]) => (
          <li key={step} className="flex items-start gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
            {data[step] ? (
              <CircleCheck className="mt-px size-4 shrink-0 text-accent" strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <Circle className="mt-px size-4 shrink-0 text-quiet" strokeWidth={1.75} aria-hidden="true" />
            )}
            <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[13rem_1fr]">
              {data[step] ? (
                <span className="text-quiet">
                  {texts.steps[step].title} <span className="sr-only">({texts.done})</span>
                </span>
              ) : (
                <Link to={to} className="font-medium underline-offset-3 hover:underline">
                  {texts.steps[step].title}
                </Link>
              )}
              <span className="text-quiet">{data[step] ? texts.done : texts.steps[step].help}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
