import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** Scope of a rule: all readings, or devices of one template. */
interface RetentionRule {
  templateId: number | null
  name: string
  keepDays: number | null
}

/** How long readings are kept: by the organization, and by device template. */
export const RetentionPanel = (): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { orgId } = useOrg()
  const [open, setOpen] = useState<RetentionRule | null>(null)
  const ofOrg = useQuery(apiQuery('retention', 'ofOrg', { orgId }))
  const ofTemplates = useQuery(apiQuery('retention', 'ofTemplates', { orgId }))
  const keptText = (keepDays: number | null, none: string): string =>
    keepDays === null ? none : texts.keptFor({ count: keepDays })
  return (
    <Panel title={texts.retention}>
      <p className="px-4 pb-3 text-quiet">{texts.retentionHelp}</p>
      <Loaded query={ofOrg}>
        {({ keepDays }) => (
          <ul aria-label={texts.retention} className="border-t border-line">
            <Item
              whose={{ templateId: null, name: texts.ofOrg, keepDays }}
              duration={keptText(keepDays, texts.forever)}
              onChange={setOpen}
            />
            {ofTemplates.data?.map(({ templateId, name, manufacturer, deviceCount, keepDays: own, isMixed }) => (
              <Item
                key={templateId}
                whose={{ templateId, name: `${manufacturer} ${name}`, keepDays: own }}
                note={texts.devicesCount({ count: deviceCount })}
                duration={`${keptText(own, texts.asOrg)}${isMixed ? `, ${texts.mixed}` : ''}`}
                onChange={setOpen}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {open !== null && <ChangeDialog whose={open} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

interface ItemProps {
  whose: RetentionRule
  note?: string
  duration: string
  onChange: (whose: RetentionRule) => void
}

const Item = ({ whose, note, duration, onChange }: ItemProps): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const isManager = useHasRole('manager')
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{whose.name}</span> <span className="text-quiet">{note}</span>
      </span>
      <span>{duration}</span>
      {isManager && (
        <Button isChange aria-label={texts.changeOf({ name: whose.name })} onClick={() => onChange(whose)}>
          {texts.change}
        </Button>
      )}
    </li>
  )
}

const ChangeDialog = ({ whose, onClose }: { whose: RetentionRule; onClose: () => void }): ReactNode => {
  const { orgSettings: texts, common } = useTexts()
  const { orgId } = useOrg()
  const { templateId, name, keepDays: before } = whose
  const onSaved = (): void => toast(texts.saved)
  const ofOrg = useAction('retention', 'changeOfOrg', [['retention']], onSaved)
  const ofTemplate = useAction('retention', 'changeOfTemplate', [['retention']], onSaved)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = formText(new FormData(event.currentTarget), 'days')
    const keepDays = text === '' ? null : Number(text)
    const local = { onSuccess: onClose }
    if (templateId === null) ofOrg.mutate({ orgId, keepDays }, local)
    else ofTemplate.mutate({ orgId, templateId, keepDays }, local)
  }
  return (
    <Dialog title={texts.changeOf({ name })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {templateId !== null && <p>{texts.templateHelp}</p>}
        <NumberField
          name="days"
          isWhole
          min={1}
          max={36_500}
          label={texts.keepDays}
          hint={templateId === null ? texts.keepHint : texts.keepHintTemplate}
          defaultValue={before ?? ''}
        />
        <Notice tone="warning">{texts.shorter}</Notice>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={ofOrg.isPending || ofTemplate.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Limits of the service, in days. */
const alertDaysRange = { min: 30, max: 3650 }

type AlertRetention = AnswerOf<'retention', 'ofAlerts'>

/** How long resolved alert events and sent messages are kept. */
export const AlertRetentionPanel = (): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { orgId } = useOrg()
  const isOwner = useHasRole('owner')
  const [isOpen, setIsOpen] = useState(false)
  const stored = useQuery(apiQuery('retention', 'ofAlerts', { orgId }))
  const keptText = (days: number | null): string => (days === null ? texts.forever : texts.keptFor({ count: days }))
  return (
    <Panel
      title={texts.alertRetention}
      aside={
        isOwner && (
          <Button isChange aria-label={texts.changeOf({ name: texts.alertRetention })} onClick={() => setIsOpen(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      <p className="px-4 pb-3 text-quiet">{texts.alertRetentionHelp}</p>
      <Loaded query={stored}>
        {(found) => (
          <>
            <ul aria-label={texts.alertRetention} className="border-t border-line">
              {[[texts.alertEvents, found.logDays] as const, [texts.sentMessages, found.messageDays] as const].map(
                ([name, days]) => (
                  <li
                    key={name}
                    className="flex min-h-11 items-center gap-x-4 border-b border-line px-4 py-1.5 last:border-b-0"
                  >
                    <span className="min-w-0 flex-1 font-medium">{name}</span>
                    <span>{keptText(days)}</span>
                  </li>
                ),
              )}
            </ul>
            {isOpen && <AlertRetentionDialog before={found} onClose={() => setIsOpen(false)} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const AlertRetentionDialog = ({ before, onClose }: { before: AlertRetention; onClose: () => void }): ReactNode => {
  const { orgSettings: texts, common } = useTexts()
  const { orgId } = useOrg()
  const change = useAction('retention', 'changeOfAlerts', [['retention']], () => toast(texts.saved))
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const daysOf = (name: string): number | null => {
      const text = formText(form, name)
      return text === '' ? null : Number(text)
    }
    change.mutate({ orgId, logDays: daysOf('logDays'), messageDays: daysOf('messageDays') }, { onSuccess: onClose })
  }
  const field = (name: keyof AlertRetention, label: string): ReactNode => (
    <NumberField
      name={name}
      isWhole
      {...alertDaysRange}
      label={label}
      hint={texts.alertDaysHint}
      defaultValue={before[name] ?? ''}
    />
  )
  return (
    <Dialog title={texts.changeOf({ name: texts.alertRetention })} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {field('logDays', texts.alertEventDays)}
        {field('messageDays', texts.messageDays)}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={change.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
