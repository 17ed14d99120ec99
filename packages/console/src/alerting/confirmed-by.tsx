import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Ago } from '../ui/layout/ago.tsx'

type Confirmation = NonNullable<AnswerOf<'alerts', 'status'>['confirmed']>

/** Who has seen an alert, when, and what they said. */
export const ConfirmedBy = ({ confirmed: { from, on, comment } }: { confirmed: Confirmation }): ReactNode => {
  const { alerts } = useTexts()
  return (
    <span className="break-words">
      {alerts.confirmedBy({ who: from })}, <Ago iso={on} />
      {comment !== undefined && <q className="ml-2">{comment}</q>}
    </span>
  )
}
