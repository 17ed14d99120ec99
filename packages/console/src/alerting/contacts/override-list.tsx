import type { ReactNode } from 'react'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import type { Contact } from './contact-draft.rules.ts'
import { type DraftOverride, type GroupDraft, newOverride } from './group-draft.rules.ts'

export interface OverrideListProps {
  draft: GroupDraft
  contacts: readonly Contact[]
  onChange: (overrides: DraftOverride[]) => void
}

const overridesMax = 100

/** Who stands in for whom, from when till when. */
export const OverrideList = ({ draft, contacts, onChange }: OverrideListProps): ReactNode => {
  const zone = useOwnZone()
  const { contacts: texts, alertForm, common, quiet } = useTexts()
  const { overrides, members } = draft
  const change = (key: number, changes: Partial<DraftOverride>): void =>
    onChange(overrides.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const options = contacts.map(({ id, name }) => [id, name] as const)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-semibold">{texts.overrides}</legend>
      {overrides.length > 0 && <p className="text-sm text-quiet">{common.timesIn({ zone })}.</p>}
      {overrides.map(({ key, contactId, insteadOfId, from, till }, place) => (
        <div
          key={key}
          role="group"
          aria-label={texts.override({ place: place + 1 })}
          className="flex flex-wrap items-end gap-2 rounded-part border border-line p-3"
        >
          <Choice<number>
            label={texts.standIn}
            value={contactId}
            options={options}
            onChange={(chosen) => change(key, { contactId: chosen })}
          />
          <Choice<number>
            label={texts.insteadOf}
            value={insteadOfId}
            options={[[0, texts.whoeverOnDuty], ...options.filter(([id]) => members.includes(id))]}
            onChange={(chosen) => change(key, { insteadOfId: chosen })}
          />
          <TextField
            type="datetime-local"
            label={quiet.from}
            value={from}
            required
            onChange={(event) => change(key, { from: event.target.value })}
          />
          <TextField
            type="datetime-local"
            label={quiet.till}
            value={till}
            required
            onChange={(event) => change(key, { till: event.target.value })}
          />
          <Button
            aria-label={alertForm.removeItem({ name: texts.override({ place: place + 1 }) })}
            onClick={() => onChange(overrides.filter((one) => one.key !== key))}
          >
            {alertForm.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button
          disabled={overrides.length >= overridesMax || contacts.length === 0}
          onClick={() => onChange([...overrides, newOverride(contacts[0]?.id ?? 0, serverNow(), zone)])}
        >
          {texts.addOverride}
        </Button>
      </div>
    </fieldset>
  )
}
