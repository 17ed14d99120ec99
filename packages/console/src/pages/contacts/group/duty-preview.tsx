import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useLocale } from '../../../format/use-locale.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import type { Group } from './group-draft.rules.ts'

export interface DutyPreviewProps {
  group: Group
  nameOf: (id: number | null) => string
}

/** Who is on duty in the next two weeks, by the clocks of the organization. */
export const DutyPreview = ({ group, nameOf }: DutyPreviewProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-quiet">{texts.nextWeeks}</summary>
      {isOpen && <Turns groupId={group.id} nameOf={nameOf} />}
    </details>
  )
}

const Turns = ({ groupId, nameOf }: { groupId: number; nameOf: DutyPreviewProps['nameOf'] }): ReactNode => {
  const { common, contacts: texts } = useTexts()
  const { locale, clock } = useLocale()
  const duty = useQuery(apiQuery('contactGroups', 'duty', { groupId }))
  const timeZone = duty.data?.timeZone ?? 'UTC'
  const format = useMemo(
    () => new Intl.DateTimeFormat(locale, { ...clock, weekday: 'short', day: 'numeric', month: 'short', timeZone }),
    [locale, clock, timeZone],
  )
  return (
    <Loaded query={duty}>
      {({ turns }) => (
        <>
          <ol aria-label={texts.nextWeeks} className="mt-1 flex flex-col gap-1">
            {turns.map(({ from, till, contactId }) => (
              <li key={from}>
                {format.format(new Date(from))} – {format.format(new Date(till))}: {nameOf(contactId)}
              </li>
            ))}
          </ol>
          <p className="text-quiet">{common.timesIn({ zone: timeZone })}</p>
        </>
      )}
    </Loaded>
  )
}
