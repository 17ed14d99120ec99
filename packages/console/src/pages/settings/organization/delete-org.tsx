import { type FormEvent, type ReactNode, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { serverNow } from '../../../state/server-time.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Panel } from '../../../ui/layout/page.tsx'
import type { Organization } from './org-facts.ts'

/** Asks for the end of an organization; it comes a day later. */
export const DeleteOrg = ({ org: { id: orgId, name } }: { org: Organization }): ReactNode => {
  const { orgSettings: texts, common, deletion } = useTexts()
  const { ago } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const ask = useAction('orgs', 'delete', [['orgs']], ({ deleteOn }) =>
    toast(texts.asked({ when: ago(deleteOn, serverNow()) })),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    ask.mutate({ orgId, name }, { onSuccess: () => setIsOpen(false) })
  }
  return (
    <Panel title={texts.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{texts.deleteHelp}</p>
        <Button variant="danger" isChange onClick={() => setIsOpen(true)}>
          {texts.delete}
        </Button>
      </div>
      <Dialog title={deletion.question({ name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p>{texts.deleteLost}</p>
          <p className="text-quiet">{texts.deleteHelp}</p>
          <TextField
            label={deletion.typeName({ name })}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="danger" disabled={typed.trim() !== name.trim()} isBusy={ask.isPending}>
              {texts.delete}
            </Button>
          </div>
        </form>
      </Dialog>
    </Panel>
  )
}
