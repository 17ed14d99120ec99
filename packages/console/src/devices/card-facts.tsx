import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Facts, Panel } from '../ui/layout/page.tsx'
import { Photo } from './photo-field.tsx'
import { TagList } from './tag-filter.tsx'
import type { CardOwner } from './use-cards.ts'
import { cardQuestion } from './use-cards.ts'

/** Notes of a network or device, if there are any. */
export const CardFacts = ({ of, name }: { of: CardOwner; name: string }): ReactNode => {
  const { many } = useTexts()
  const card = useQuery(cardQuestion(of)).data
  if (card === undefined) return null
  const facts = factsOf(card, many)
  if (facts.length === 0 && !card.hasPhoto) return null
  return (
    <Panel title={many.card}>
      {facts.length > 0 && <Facts facts={facts} />}
      {card.hasPhoto && (
        <div className="flex p-4 pt-2">
          <Photo of={of} name={name} />
        </div>
      )}
    </Panel>
  )
}

const factsOf = (card: AnswerOf<'cards', 'net'>, many: ReturnType<typeof useTexts>['many']): [string, ReactNode][] => {
  const { tags, groupName, location, serialNumber, note, custom } = card
  const all: [string, ReactNode, boolean][] = [
    [many.tags, <TagList key="tags" tags={tags} />, tags.length > 0],
    [many.group, groupName, groupName !== ''],
    [many.location, location, location !== ''],
    [many.serialNumber, serialNumber, serialNumber !== ''],
    ...custom.map((field): [string, ReactNode, boolean] => [field.name, field.value, true]),
    [
      many.note,
      <span key="note" className="whitespace-pre-line">
        {note}
      </span>,
      note !== '',
    ],
  ]
  return all.flatMap(([title, value, isThere]) => (isThere ? [[title, value]] : []))
}
