import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Choice } from '../../../ui/forms/fields.tsx'
import type { Contact } from '../contact/contact-draft.rules.ts'
import { movedUp } from '../draft-parts.rules.ts'

export interface MemberListProps {
  members: readonly number[]
  contacts: readonly Contact[]
  onChange: (members: number[]) => void
}

const membersMax = 50

/** Who takes turns, in their order. */
export const MemberList = ({ members, contacts, onChange }: MemberListProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  const nameOf = (id: number): string => contacts.find((one) => one.id === id)?.name ?? '?'
  const others = members.length < membersMax ? contacts.filter(({ id }) => !members.includes(id)) : []
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-semibold">{texts.members}</legend>
      <ol className="flex flex-col gap-2">
        {members.map((id, place) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span className="min-w-0 break-words">
              {place + 1}. {nameOf(id)}
            </span>
            <span className="flex gap-2">
              {place > 0 && (
                <Button aria-label={texts.upOf({ name: nameOf(id) })} onClick={() => onChange(movedUp(members, place))}>
                  {texts.up}
                </Button>
              )}
              <Button
                aria-label={alertForm.removeItem({ name: nameOf(id) })}
                onClick={() => onChange(members.filter((one) => one !== id))}
              >
                {alertForm.remove}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Choice<number>
          label={texts.addMember}
          value={0}
          options={[[0, '—'], ...others.map(({ id, name }) => [id, name] as const)]}
          onChange={(id) => id !== 0 && onChange([...members, id])}
        />
      )}
    </fieldset>
  )
}
