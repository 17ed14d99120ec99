import type { ReactNode } from 'react'
import { useOwnZone } from '../../state/preferences.ts'
import { serverNow } from '../../state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { type DraftWindow, newWindow } from './quiet.rules.ts'
import type { QuietPartProps } from './quiet-hours.tsx'

const windowsMax = 100

/** Maintenance: spans of time in which no messages are sent. */
export const QuietWindows = ({ draft, onChange, isDisabled, errorOf }: QuietPartProps): ReactNode => {
  const zone = useOwnZone()
  const { alertForm, common, quiet } = useTexts()
  const change = (key: number, changes: Partial<DraftWindow>): void =>
    onChange({ windows: draft.windows.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-sm font-medium">{quiet.windows}</p>
      <p className="text-sm text-quiet">
        {quiet.windowsHelp} {common.timesIn({ zone })}.
      </p>
      {draft.windows.map(({ key, from, till }) => (
        <div key={key} role="group" aria-label={quiet.window} className="flex flex-wrap items-end gap-3">
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
            error={errorOf(`w${key}`)}
            onChange={(event) => change(key, { till: event.target.value })}
          />
          <Button onClick={() => onChange({ windows: draft.windows.filter((one) => one.key !== key) })}>
            {alertForm.remove}
          </Button>
        </div>
      ))}
      {!isDisabled && (
        <div>
          <Button
            disabled={draft.windows.length >= windowsMax}
            onClick={() => onChange({ windows: [...draft.windows, newWindow(serverNow(), zone)] })}
          >
            {quiet.addWindow}
          </Button>
        </div>
      )}
    </div>
  )
}
