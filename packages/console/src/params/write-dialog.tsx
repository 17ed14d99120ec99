import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../api/ask.ts'
import { serviceLanguage, useLanguage } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAct } from '../ui/actions/use-act.ts'
import { outcomeOf, type WriteOutcome } from './outcome.rules.ts'
import { paramText } from './param-text.ts'
import { WriteField } from './write-field.tsx'
import { WriteResult } from './write-result.tsx'

type Param = AnswerOf<'devices', 'params'>[number]

export interface WriteDialogProps {
  param: Param
  /** As it is shown now. */
  current: string | undefined
  /** As it was read. */
  currentValue: string | undefined
  onClose: () => void
}

/** Writes a value to a device: it is entered, confirmed, sent, and its result is shown. */
export const WriteDialog = ({ param, current, currentValue, onClose }: WriteDialogProps): ReactNode => {
  const { common, device } = useTexts()
  const language = useLanguage()
  const [wanted, setWanted] = useState<{ value: string; shown: string } | null>(null)
  const [outcome, setOutcome] = useState<WriteOutcome | null>(null)
  const write = useAct('writing', 'write', [['values']])
  const name = paramText(param.name, language)
  const send = (): void => {
    if (wanted === null) return
    write.mutate(
      { paramId: param.id, newValue: wanted.value, lang: serviceLanguage(language) },
      { onSuccess: (reply) => setOutcome(outcomeOf(reply)) },
    )
  }
  return (
    <Dialog title={device.writeTitle(name)} isOpen onClose={onClose}>
      {outcome !== null ? (
        <WriteResult outcome={outcome} onClose={onClose} />
      ) : wanted === null ? (
        <WriteField param={param} current={current} currentValue={currentValue} onValue={setWanted} onClose={onClose} />
      ) : (
        <>
          <p>{device.writeQuestion(name, current ?? '—', wanted.shown)}</p>
          <p className="mt-2 text-sm text-quiet">{device.writeHelp}</p>
          {write.isPending && (
            <p role="status" className="mt-2 text-sm text-quiet">
              {device.writing}
            </p>
          )}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button disabled={write.isPending} onClick={() => setWanted(null)}>
              {common.cancel}
            </Button>
            <Button variant="primary" disabled={write.isPending} onClick={send}>
              {device.writeNow}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
