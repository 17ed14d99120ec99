import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Checkbox, Choice, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

export type SharedObject = RequestOf<'shareLinks', 'create'>['object']
type CreatedLink = AnswerOf<'shareLinks', 'create'>

interface NewLinkProps {
  object: SharedObject
  /** Suggested default. */
  isForWall?: boolean
}

/** Makes a link to an object, and shows it once. */
export const NewLink = ({ object, isForWall = false }: NewLinkProps): ReactNode => {
  const { sharing } = useTexts()
  const { orgId } = useOrg()
  const { moment } = useFormat()
  const [isKiosk, setIsKiosk] = useState(isForWall)
  const [chosen, setChosen] = useState<Lifetime>('month')
  const [made, setMade] = useState<CreatedLink | null>(null)
  const create = useAction('shareLinks', 'create', [['shareLinks']])
  const lifetime = allowedLifetime(chosen, isKiosk)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const name = formText(new FormData(form), 'name').trim()
    const expiresOn = new Date(serverNow() + lifetimesMs[lifetime])
    create.mutate(
      { orgId, object, name, isKiosk, expiresOn },
      {
        onSuccess: (answer) => {
          setMade(answer)
          form.reset()
        },
      },
    )
  }
  return (
    <>
      {made !== null && <MadeLink key={made.id} url={made.url} />}
      <form onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          name="name"
          label={sharing.name}
          hint={sharing.nameHint}
          placeholder={sharing.namePlaceholders[object.kind]}
          maxLength={200}
          pattern=".*\S.*"
          autoComplete="off"
          required
        />
        <Choice
          label={sharing.lives}
          value={lifetime}
          options={lifetimesFor(isKiosk).map((one) => [one, sharing.lifetimes[one]] as const)}
          onChange={setChosen}
        />
        {object.kind === 'dashboard' && (
          <Checkbox
            label={sharing.isKiosk}
            hint={sharing.isKioskHelp}
            checked={isKiosk}
            onChange={(event) => setIsKiosk(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-faint">
            {sharing.endsOn({ when: moment(new Date(serverNow() + lifetimesMs[lifetime]).toISOString(), serverNow()) })}
          </p>
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            {sharing.make}
          </Button>
        </div>
      </form>
    </>
  )
}

const MadeLink = ({ url }: { url: string }): ReactNode => {
  const { sharing } = useTexts()
  return (
    <Notice>
      <p className="mb-2">{sharing.made}</p>
      <CopyField label={sharing.link} value={url} />
    </Notice>
  )
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** Until the service hears of it, time passes: an hour would be less than one. */
const spareMs = 60_000

/** How long a link may live, by the names that people choose. */
const lifetimesMs = {
  hour: hourMs + spareMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  quarter: 90 * dayMs,
  year: 365 * dayMs,
  twoYears: 730 * dayMs,
} as const
type Lifetime = keyof typeof lifetimesMs

const names = Object.keys(lifetimesMs) as Lifetime[]

/** The longest is for screens alone. */
const lifetimesFor = (isKiosk: boolean): Lifetime[] => names.filter((one) => isKiosk || one !== 'twoYears')

/** The nearest that is allowed. */
const allowedLifetime = (chosen: Lifetime, isKiosk: boolean): Lifetime =>
  lifetimesFor(isKiosk).includes(chosen) ? chosen : 'year'
