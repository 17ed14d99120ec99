import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { popupClass, signClass } from '../../ui/actions/menu-class.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Count } from '../../ui/feedback/count.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'

type Message = AnswerOf<'notifications', 'list'>[number]

const refetchInterval = 300_000

/** Messages of the administrator that the user has not read. */
export const Bell = (): ReactNode => {
  const { shell } = useTexts()
  const messages = useQuery({ ...apiQuery('notifications', 'list', {}), refetchInterval })
  const dismiss = useAction('notifications', 'dismiss', [keyOf('notifications', 'list')])
  const list = messages.data ?? []
  return (
    <Popover.Root>
      <Popover.Trigger className={signClass} title={shell.notifications}>
        <BellIcon className="size-4" strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{shell.notifications}</span>
        {list.length > 0 && (
          <Count
            count={list.length}
            look="critical"
            className="absolute top-0 right-0 h-4 min-w-4 px-1 ring-2 ring-ground"
          />
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40">
          <Popover.Popup className={`w-100 ${popupClass}`}>
            <header className="flex min-h-9 flex-wrap items-center justify-between gap-2 px-3">
              <Popover.Title className="text-base font-semibold">{shell.notifications}</Popover.Title>
              {list.length > 1 && (
                <button
                  type="button"
                  className="text-accent underline-offset-3 hover:underline"
                  onClick={() => {
                    for (const { id } of list) dismiss.mutate({ notificationId: id })
                  }}
                >
                  {shell.markAllRead}
                </button>
              )}
            </header>
            {list.length === 0 && <p className="px-3 pt-1 pb-3 text-quiet">{shell.noNotifications}</p>}
            <ul className="max-h-[60dvh] overflow-y-auto">
              {list.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  onRead={() => dismiss.mutate({ notificationId: message.id })}
                />
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** In the user's language where it was written in it, and else in English. */
const MessageRow = ({ message, onRead }: { message: Message; onRead: () => void }): ReactNode => {
  const { shell } = useTexts()
  const language = useLanguage()
  const { texts, createdOn } = message
  const text = texts[language] ?? texts['en'] ?? Object.values(texts)[0]
  return (
    <li className="flex items-start gap-2.5 border-t border-line px-3 py-2.5">
      <StateShape tone="info" className="mt-1" />
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-line">{text}</p>
        <p className="text-xs text-faint">
          <Ago iso={createdOn} />
        </p>
      </div>
      <button
        type="button"
        className="rounded-mark p-1 text-quiet hover:bg-hover hover:text-ink"
        title={shell.markRead}
        aria-label={shell.markRead}
        onClick={onRead}
      >
        <Check className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  )
}
