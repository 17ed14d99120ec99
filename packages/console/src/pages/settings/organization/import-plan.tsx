import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../api/api-query.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'

const counted = [
  'templates',
  'networks',
  'devices',
  'params',
  'alerts',
  'dashboards',
  'visualizations',
  'reports',
  'trees',
  'contacts',
] as const
const shownMax = 20

export interface ImportPlanProps {
  document: object
  outcome: AnswerOf<'transfer', 'import'>
}

/** What a document would add, and what of it reaches beyond the service. */
export const ImportPlan = ({ document, outcome }: ImportPlanProps): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { plan, notes } = outcome
  const added = counted.flatMap((one) => {
    const list = (document as Readonly<Record<string, unknown>>)[one]
    const count = Array.isArray(list) ? list.length : 0
    return count === 0 ? [] : [texts.counts[one]({ count })]
  })
  const recipients = plan.recipients.map(({ recepient }) => recepient)
  return (
    <>
      <List title={texts.adds} items={added.length === 0 ? [texts.nothing] : added} />
      <List title={texts.dials} items={plan.dials.map(({ name, address }) => `${name} (${address})`)} />
      <List title={texts.writes} items={plan.writes.map(({ name }) => name)} />
      <List title={texts.recipients} items={recipients} />
      <List title={texts.notes} items={notes} />
    </>
  )
}

const List = ({ title, items }: { title: string; items: readonly string[] }): ReactNode =>
  items.length > 0 && (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="list-disc pl-5 break-words">
        {items.slice(0, shownMax).map((item) => (
          <li key={item}>{item}</li>
        ))}
        {items.length > shownMax && <li>{`+ ${items.length - shownMax}`}</li>}
      </ul>
    </section>
  )
