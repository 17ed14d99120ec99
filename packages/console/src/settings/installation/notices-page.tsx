import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { TextArea } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { InstallationFrame } from './installation-frame.tsx'

type Notices = AnswerOf<'installation', 'notices'>

const changed = [['installation', 'notices'], ['notifications']] as const
const languages = { en: 'English', pl: 'Polski', ru: 'Русский', uk: 'Українська' } as const
const codes = ['en', 'pl', 'ru', 'uk'] as const

/** Notices for all users of the installation. */
export const NoticesPage = (): ReactNode => (
  <InstallationFrame>
    <NewNotice />
    <LoadedNotices />
  </InstallationFrame>
)

const LoadedNotices = (): ReactNode => {
  const notices = useQuery(apiQuery('installation', 'notices', {}))
  return <Loaded query={notices}>{(found) => <NoticeList notices={found} />}</Loaded>
}

const NewNotice = (): ReactNode => {
  const { installation: texts } = useTexts()
  const [typed, setTyped] = useState<Partial<Record<(typeof codes)[number], string>>>({})
  const create = useAction('installation', 'createNotice', changed)
  const filled = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
  const publish = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate({ texts: filled }, { onSuccess: () => setTyped({}) })
  }
  return (
    <Panel title={texts.newNotice}>
      <form onSubmit={publish} className="grid gap-4 p-4 pt-0 sm:grid-cols-2">
        <p className="text-sm text-quiet sm:col-span-2">{texts.noticesHelp}</p>
        {codes.map((code) => (
          <TextArea
            key={code}
            lang={code}
            label={texts.textIn({ language: languages[code] })}
            rows={3}
            maxLength={2000}
            value={typed[code] ?? ''}
            onChange={(event) => setTyped({ ...typed, [code]: event.target.value })}
          />
        ))}
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" isBusy={create.isPending} disabled={Object.keys(filled).length === 0}>
            {texts.tell}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const NoticeList = ({ notices }: { notices: Notices }): ReactNode => {
  const { installation: texts } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const language = useLanguage()
  const remove = useAction('installation', 'deleteNotice', changed)
  return (
    <Panel title={texts.tabs.notices}>
      {notices.length === 0 ? (
        <EmptyState icon={Megaphone} title={texts.noNotices} />
      ) : (
        <ul aria-label={texts.tabs.notices}>
          {notices.map(({ id, texts: noticeTexts, createdOn, dismissals }) => (
            <li
              key={id}
              className="flex flex-wrap items-start justify-between gap-3 border-t border-line px-4 py-3 text-sm"
            >
              <span className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="break-words whitespace-pre-wrap">
                  {noticeTexts[language] ?? Object.values(noticeTexts)[0]}
                </span>
                <span className="text-xs text-quiet">
                  {moment(createdOn, now)} · {Object.keys(noticeTexts).join(', ')} ·{' '}
                  {texts.dismissed({ count: dismissals })}
                </span>
              </span>
              <ConfirmButton
                act={texts.takeNoticeBack}
                question={texts.takeNoticeBackQuestion}
                isBusy={remove.isPending}
                onConfirm={() => remove.mutate({ noticeId: id })}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
